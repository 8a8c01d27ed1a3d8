git init -q . && cp .git/config before
