printf '\357\273\277[project]\r\nname = "shop"\r\nrevision = "1.0"\r\n\r\n[profiles.default]\r\nALPHA = { description = "First" }' > manifest.toml
chmod 640 manifest.toml
