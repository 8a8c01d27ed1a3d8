mkdir -p ~/.config/tool/config.toml
