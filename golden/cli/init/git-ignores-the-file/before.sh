git init -q .
echo .env > .gitignore
