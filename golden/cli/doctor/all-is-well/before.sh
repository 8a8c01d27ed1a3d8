chmod 600 .env
