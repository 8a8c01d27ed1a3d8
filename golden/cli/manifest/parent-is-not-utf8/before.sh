mkdir base; printf '[project]\nname = "caf\351"\n' > base/manifest.toml
