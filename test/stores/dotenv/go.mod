module tool.test/dotenv-readers

go 1.24

require (
	github.com/compose-spec/compose-go/v2 v2.16.2
	github.com/joho/godotenv v1.5.1
)

require (
	github.com/sirupsen/logrus v1.10.1 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/sys v0.13.0 // indirect
)
