mkfifo .env
(printf 'API_KEY=canary-from-a-pipe\n' >.env) </dev/null >/dev/null 2>&1 &
