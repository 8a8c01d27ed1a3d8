echo API_KEY=canary-old > .env
ln .env twin
