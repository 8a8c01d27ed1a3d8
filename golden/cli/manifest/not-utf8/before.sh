printf '[project]\nname = "caf\351"\n' > manifest.toml
