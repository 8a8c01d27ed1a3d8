git init -q .
git add -f .env
echo .env > .gitignore
