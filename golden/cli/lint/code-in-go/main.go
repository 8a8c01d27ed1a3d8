package main

import "os"

const key = "API_KEY"

// os.Getenv("IN_A_COMMENT")
func main() {
	println(os.Getenv(key), os.Getenv("API_KEI"), `os.Getenv("IN_A_STRING")`, os.ExpandEnv("$MAIL_TOKEN"))
	if url, ok := os.LookupEnv("DB_URL"); ok {
		println(url, os.Getenv("APP_"+url))
	}
}
