// A real Vault for the suite: the server's own core, in memory, on a loopback port, unsealed. Prints one line of JSON with its
// address, its root token and its unseal key, and ends when its standard input does.
package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"

	"github.com/hashicorp/go-hclog"
	jwt "github.com/hashicorp/vault-plugin-auth-jwt"
	kubernetes "github.com/hashicorp/vault-plugin-auth-kubernetes"
	kv "github.com/hashicorp/vault-plugin-secrets-kv"
	"github.com/hashicorp/vault/builtin/credential/approle"
	vaulthttp "github.com/hashicorp/vault/http"
	"github.com/hashicorp/vault/internalshared/configutil"
	"github.com/hashicorp/vault/sdk/helper/consts"
	"github.com/hashicorp/vault/sdk/logical"
	"github.com/hashicorp/vault/sdk/physical/inmem"
	"github.com/hashicorp/vault/vault"
)

var engines = map[string]logical.Factory{"kv": kv.Factory}
var methods = map[string]logical.Factory{"approle": approle.Factory, "jwt": jwt.Factory, "kubernetes": kubernetes.Factory}

func main() {
	logger := hclog.New(&hclog.LoggerOptions{Output: io.Discard})
	storage, err := inmem.NewInmem(nil, logger)
	must(err)
	core, err := vault.NewCore(&vault.CoreConfig{
		Physical:           storage,
		DisableMlock:       true,
		LogicalBackends:    engines,
		CredentialBackends: methods,
		BuiltinRegistry:    registry{},
		Logger:             logger,
	})
	must(err)
	keys, err := core.Initialize(context.Background(), &vault.InitParams{
		BarrierConfig:  &vault.SealConfig{SecretShares: 1, SecretThreshold: 1},
		RecoveryConfig: &vault.SealConfig{},
	})
	must(err)
	_, err = core.Unseal(keys.SecretShares[0])
	must(err)

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	handler := vaulthttp.Handler.Handler(&vault.HandlerProperties{
		Core:           core,
		ListenerConfig: &configutil.Listener{},
	})
	must(json.NewEncoder(os.Stdout).Encode(map[string]string{
		"address": "http://" + listener.Addr().String(),
		"token":   keys.RootToken,
		"key":     hex.EncodeToString(keys.SecretShares[0]),
	}))
	go func() { must(http.Serve(listener, handler)) }()
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// registry says that what was compiled in is all there is.
type registry struct{}

func (registry) Contains(name string, kind consts.PluginType) bool {
	_, found := factories(kind)[name]
	return found
}

func (registry) Get(name string, kind consts.PluginType) (func() (interface{}, error), bool) {
	factory, found := factories(kind)[name]
	return func() (interface{}, error) { return factory, nil }, found
}

func (registry) Keys(kind consts.PluginType) []string {
	var names []string
	for name := range factories(kind) {
		names = append(names, name)
	}
	return names
}

func (r registry) DeprecationStatus(name string, kind consts.PluginType) (consts.DeprecationStatus, bool) {
	return consts.Supported, r.Contains(name, kind)
}

func (registry) IsBuiltinEntPlugin(string, consts.PluginType) bool { return false }

func factories(kind consts.PluginType) map[string]logical.Factory {
	switch kind {
	case consts.PluginTypeCredential:
		return methods
	case consts.PluginTypeSecrets:
		return engines
	default:
		return nil
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
