mkdir app/.git
ln -s ../credentials.toml app/link.toml
