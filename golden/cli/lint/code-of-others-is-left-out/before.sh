git init -q
mkdir -p node_modules/a other links
echo 'process.env.API_KEY + process.env.DB_URL + process.env.MAIL_TOKEN' > app.js
echo ignored.js > .gitignore
echo 'process.env.IGNORED' > ignored.js
echo 'process.env.OF_A_PACKAGE' > node_modules/a/index.js
printf '[project]\nname = "other"\nrevision = "1.0"\n[profiles.default]\nOF_OTHER = { description = "a" }\n' > other/manifest.toml
echo 'process.env.OF_OTHER' > other/app.js
echo 'process.env.OUTSIDE' > ../outside-of-the-project.js
ln -s ../../outside-of-the-project.js links/link.js
printf '#!/bin/sh\necho $IN_A_COMMAND\n' > command
printf '\0process.env.BINARY' > binary.js
