mkdir -p secrets/demo/default/API_KEY
