git init -q .
