mkfifo .env
