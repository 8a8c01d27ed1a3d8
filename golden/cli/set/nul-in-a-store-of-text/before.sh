printf 'canary\000' > key.bin
