mkdir -p secrets/demo/large; head -c 3000000 /dev/zero | tr "\000" x > secrets/demo/large/LARGE
