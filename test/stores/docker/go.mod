module tool.example/docker-client

go 1.26.0

require github.com/docker/docker-credential-helpers v0.9.13
