tool plan --output plan.json
echo "# more" >> manifest.toml
echo API_KEY=canary-from-dotenv > .env
