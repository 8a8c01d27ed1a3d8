mkdir folder.toml
printf '\377\n' > bytes.toml
