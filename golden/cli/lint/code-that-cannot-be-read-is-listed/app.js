process.env.API_KEY; process.env.DB_URL; process.env.MAIL_TOKEN;
