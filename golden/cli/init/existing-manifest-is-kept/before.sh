echo '# mine' > manifest.toml
