// What Docker does with its own code. `HELPER get SERVER | store SERVER USER SECRET | erase SERVER | list` asks a credential helper;
// `env FILE` reads a file as `docker run --env-file`, and prints the variables as JSON.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/docker/cli/pkg/kvfile"
	"github.com/docker/docker-credential-helpers/client"
	"github.com/docker/docker-credential-helpers/credentials"
)

func main() {
	if os.Args[1] == "env" {
		readVariables(os.Args[2])
		return
	}
	program := client.NewShellProgramFunc(os.Args[1])
	answer, err := ask(program, os.Args[2:])
	if err != nil {
		fmt.Printf("not found: %t, %s\n", credentials.IsErrCredentialsNotFound(err), err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(answer)
}

func ask(program client.ProgramFunc, words []string) (any, error) {
	switch words[0] {
	case "get":
		return client.Get(program, words[1])
	case "store":
		return nil, client.Store(program, &credentials.Credentials{ServerURL: words[1], Username: words[2], Secret: words[3]})
	case "erase":
		return nil, client.Erase(program, words[1])
	default:
		return client.List(program)
	}
}

func readVariables(path string) {
	lines, err := kvfile.Parse(path, os.LookupEnv)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	variables := map[string]string{}
	for _, line := range lines {
		name, value, _ := strings.Cut(line, "=")
		variables[name] = value
	}
	json.NewEncoder(os.Stdout).Encode(variables)
}
