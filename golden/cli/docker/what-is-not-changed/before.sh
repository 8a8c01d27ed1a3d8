mkdir -p bin foreign broken twins link && printf "#!/bin/sh\n" > bin/docker-credential-tool && chmod +x bin/docker-credential-tool
printf '{ "credHelpers": { "ghcr.io": "gh" } }\n' > foreign/config.json
printf '{ "auths": \n' > broken/config.json
printf '{ "auths": {}, "auths": {} }\n' > twins/config.json
ln -s ../foreign/config.json link/config.json
