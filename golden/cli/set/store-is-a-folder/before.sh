mkdir .env
