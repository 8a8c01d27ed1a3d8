chmod +x bin/flyctl
