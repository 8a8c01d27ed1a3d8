ln -s real/manifest.toml manifest.toml
