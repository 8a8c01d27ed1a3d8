// Command dotenv-readers reads dotenv files as the Go libraries do: standard input is a JSON list of texts, standard output is what
// the library of the argument reads in each, null for a text that it refuses.
package main

import (
	"encoding/json"
	"os"
	"strings"

	compose "github.com/compose-spec/compose-go/v2/dotenv"
	"github.com/joho/godotenv"
)

var readers = map[string]func(string) (map[string]string, error){
	"godotenv": godotenv.Unmarshal,
	// The environment is where Docker Compose looks up what a file refers to.
	"compose": func(text string) (map[string]string, error) {
		return compose.ParseWithLookup(strings.NewReader(text), os.LookupEnv)
	},
}

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	read := make([]map[string]string, len(texts))
	for i, text := range texts {
		if values, err := readers[os.Args[1]](text); err == nil {
			read[i] = values
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(read); err != nil {
		panic(err)
	}
}
