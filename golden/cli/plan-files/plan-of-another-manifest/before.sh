sed 's/8080/9090/' manifest.toml > other.toml
tool --file other.toml plan --output plan.json
