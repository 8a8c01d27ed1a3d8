git init -q .
printf "ignored/\ncentral.env\n" > .gitignore
