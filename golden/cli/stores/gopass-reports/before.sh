chmod +x bin/gopass
