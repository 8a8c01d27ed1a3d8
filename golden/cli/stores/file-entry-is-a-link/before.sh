mkdir -p secrets/demo/default; ln -s /etc/hostname secrets/demo/default/API_KEY
