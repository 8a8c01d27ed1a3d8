mkdir -p base/manifest.toml
