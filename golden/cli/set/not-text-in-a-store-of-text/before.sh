printf 'canary\377' > key.bin
