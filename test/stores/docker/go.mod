module tool.example/docker-client

go 1.26.0

require (
	github.com/docker/cli v29.9.3+incompatible
	github.com/docker/docker-credential-helpers v0.9.13
)

require gotest.tools/v3 v3.5.2 // indirect
