// Asks a credential helper as Docker does, with Docker's own client: HELPER get SERVER | store SERVER USER SECRET | erase SERVER | list.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/docker/docker-credential-helpers/client"
	"github.com/docker/docker-credential-helpers/credentials"
)

func main() {
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
