cp manifest.toml before.toml
