mkdir -p secrets/demo/default; head -c 3000000 /dev/zero | tr "\000" x > secrets/demo/default/API_KEY
