printf 'API\001KEY=canary\n' > .env
