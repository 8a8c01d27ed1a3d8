printf 'canary\000\377\n' > key.bin
