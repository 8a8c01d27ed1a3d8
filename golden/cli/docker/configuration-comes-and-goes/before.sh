mkdir -p bin && printf "#!/bin/sh\n" > bin/docker-credential-tool && chmod +x bin/docker-credential-tool
