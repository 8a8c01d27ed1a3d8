mkdir -p values
head -c 34000000 /dev/zero | tr '\0' x > values/ARCHIVE
