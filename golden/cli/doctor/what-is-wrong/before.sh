chmod 644 ./-it\'s\ open.env
git init -q . && git add -A
