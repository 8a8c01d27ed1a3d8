//go:build tools

// Package gopass pins the version of the program that test/stores/gopass.mjs builds.
package gopass

import _ "github.com/gopasspw/gopass"
