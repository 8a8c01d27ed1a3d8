module tool.test/ejson

go 1.21.4

require github.com/Shopify/ejson v1.5.4

require (
	github.com/cpuguy83/go-md2man/v2 v2.0.3 // indirect
	github.com/dustin/gojson v0.0.0-20160307161227-2e71ec9dd5ad // indirect
	github.com/russross/blackfriday/v2 v2.1.0 // indirect
	github.com/urfave/cli v1.22.14 // indirect
	golang.org/x/crypto v0.31.0 // indirect
	golang.org/x/sys v0.28.0 // indirect
)
