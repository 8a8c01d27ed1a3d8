process.env.API_KEI;
process.env.API_KEI;
process.env[name];
process.env.API_KEY + process.env.DB_URL;
