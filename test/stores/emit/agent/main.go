// The agent of Vault as a supervisor, without the command line around it: reads a configuration, signs in, and starts its command
// with the variables of its templates. `PROGRAM FILE`
package main

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/vault/api"
	"github.com/hashicorp/vault/command/agent/config"
	"github.com/hashicorp/vault/command/agent/exec"
	"github.com/hashicorp/vault/command/agentproxyshared"
	"github.com/hashicorp/vault/command/agentproxyshared/auth"
)

func main() {
	logger := hclog.New(&hclog.LoggerOptions{Output: os.Stderr, Level: hclog.Info})
	settings, err := config.LoadConfigFile(os.Args[1])
	must(err)
	must(settings.ValidateConfig())
	options := api.DefaultConfig()
	options.Address = settings.Vault.Address
	client, err := api.NewClient(options)
	must(err)
	// What the command line adds to the file, where nothing else is said.
	settings.Vault.Retry = &config.Retry{NumRetries: -1}

	method := settings.AutoAuth.Method
	way, err := agentproxyshared.GetAutoAuthMethodFromConfig(method.Type, &auth.AuthConfig{
		Logger:    logger,
		MountPath: method.MountPath,
		Config:    method.Config,
	}, settings.Vault.Address)
	must(err)
	ctx, cancel := context.WithCancel(context.Background())
	signIn := auth.NewAuthHandler(&auth.AuthHandlerConfig{Logger: logger, Client: client, EnableExecTokenCh: true})
	go func() {
		for {
			select {
			case <-signIn.OutputCh:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() { _ = signIn.Run(ctx, way) }()
	supervisor := exec.NewServer(&exec.ServerConfig{
		Logger:      logger,
		AgentConfig: settings,
		LogLevel:    hclog.Warn,
		LogWriter:   io.Discard,
	})
	err = supervisor.Run(ctx, signIn.ExecTokenCh)
	cancel()
	var ended *exec.ProcessExitError
	if errors.As(err, &ended) {
		os.Exit(ended.ExitCode)
	}
	must(err)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
