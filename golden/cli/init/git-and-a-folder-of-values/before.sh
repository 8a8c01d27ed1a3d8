git init -q .
echo 'secrets/*' > .gitignore
