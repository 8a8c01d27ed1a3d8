tool plan --output plan.json
sed -i.bak 's/8080/9090/' manifest.toml
