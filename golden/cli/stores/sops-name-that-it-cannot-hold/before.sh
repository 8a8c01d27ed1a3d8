chmod +x bin/sops
