ln -s elsewhere.toml manifest.toml
