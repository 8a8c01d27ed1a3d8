mkdir manifest.toml
