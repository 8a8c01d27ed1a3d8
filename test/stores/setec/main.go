// The server of setec without a tailnet: who a client is depends on its address, and so do its rights.
// Started with the folder of its database, where `rights.json` has the rule of each address (null: an address that the tailnet
// does not know). Prints its own address, and ends with its standard input.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"github.com/tailscale/setec/audit"
	"github.com/tailscale/setec/server"
	"github.com/tink-crypto/tink-go/v2/aead/subtle"
	"tailscale.com/client/tailscale/apitype"
	"tailscale.com/tailcfg"
)

func whoIs(rights map[string]json.RawMessage, remote string) (*apitype.WhoIsResponse, error) {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return nil, err
	}
	caps := tailcfg.PeerCapMap{}
	if rule, ok := rights[host]; ok {
		if string(rule) == "null" {
			return nil, errors.New("not in the tailnet")
		}
		caps[server.ACLCap] = []tailcfg.RawMessage{tailcfg.RawMessage(rule)}
	}
	return &apitype.WhoIsResponse{
		Node:        &tailcfg.Node{Name: "test.example.ts.net"},
		UserProfile: &tailcfg.UserProfile{LoginName: "tester@example.com"},
		CapMap:      caps,
	}, nil
}

func main() {
	text, err := os.ReadFile(filepath.Join(os.Args[1], "rights.json"))
	if err != nil {
		log.Fatal(err)
	}
	rights := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &rights); err != nil {
		log.Fatal(err)
	}
	key, err := subtle.NewAESGCM(make([]byte, 32))
	if err != nil {
		log.Fatal(err)
	}
	mux := http.NewServeMux()
	_, err = server.New(context.Background(), server.Config{
		DBPath:   filepath.Join(os.Args[1], "setec.db"),
		Key:      key,
		AuditLog: audit.New(io.Discard),
		WhoIs: func(_ context.Context, remote string) (*apitype.WhoIsResponse, error) {
			return whoIs(rights, remote)
		},
		Mux: mux,
	})
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr().String())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	log.Fatal(http.Serve(listener, mux))
}
