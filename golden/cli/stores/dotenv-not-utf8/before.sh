printf 'API_KEY=canary\377\n' > .env
