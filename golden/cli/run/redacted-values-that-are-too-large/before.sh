printf 'API_KEY=%s\n' "$(head -c 600000 /dev/zero | tr '\0' x)" > .env
