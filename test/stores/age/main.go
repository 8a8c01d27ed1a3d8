// Command age-plugin-tooltest is a plugin of age on the framework of its author: its identities are X25519 keys. An identity whose
// data starts with 1 wants a PIN first, as a card does.
package main

import (
	"fmt"
	"os"

	"filippo.io/age"
	"filippo.io/age/plugin"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "--new" {
		printKeys(os.Args[2] == "pin")
		return
	}
	p, err := plugin.New("tooltest")
	if err != nil {
		panic(err)
	}
	p.HandleRecipient(func(data []byte) (age.Recipient, error) { return age.ParseX25519Recipient(string(data)) })
	p.HandleIdentity(func(data []byte) (age.Identity, error) {
		identity, err := age.ParseX25519Identity(string(data[1:]))
		if err != nil || data[0] == 0 {
			return identity, err
		}
		return &withPIN{identity, p}, nil
	})
	os.Exit(p.Main())
}

type withPIN struct {
	identity age.Identity
	plugin   *plugin.Plugin
}

func (w *withPIN) Unwrap(stanzas []*age.Stanza) ([]byte, error) {
	if _, err := w.plugin.RequestValue("PIN of the card:", true); err != nil {
		return nil, err
	}
	return w.identity.Unwrap(stanzas)
}

// printKeys prints an identity, its recipient, and the key of age that does the same without the plugin.
func printKeys(pin bool) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		panic(err)
	}
	flag := byte(0)
	if pin {
		flag = 1
	}
	fmt.Println(plugin.EncodeIdentity("tooltest", append([]byte{flag}, identity.String()...)))
	fmt.Println(plugin.EncodeRecipient("tooltest", []byte(identity.Recipient().String())))
	fmt.Println(identity)
}
