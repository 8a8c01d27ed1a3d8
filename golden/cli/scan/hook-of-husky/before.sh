git init -q .
git config core.hooksPath .husky/_
