git init -q .
printf "ignored/\n{profile}/\ncentral.env\n" > .gitignore
