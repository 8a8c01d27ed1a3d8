/** Explanations of what this machine and this call ask of a plan, and it cannot give. */
import { type Explanations, shell, userConfiguration } from './explanation.js';

export const linking: Explanations = {
  E0801: {
    text: 'The profile is chosen by `--profile`, else by `TOOL_PROFILE`, else by the user configuration, else it is `default`. The manifest declares none of this name. A manifest without a profile `default` always needs one to be chosen.',
    wrong: shell('tool check --profile prod'),
    right: shell('tool check --profile production'),
  },
  E0802: {
    text: 'The scope is chosen by `--scope`, else by `TOOL_SCOPE`. The manifest and its parents define none of this name. A blank scope means none.',
    wrong: shell('tool run --scope wroker -- node worker.js'),
    right: shell('tool run --scope worker -- node worker.js'),
  },
  E0803: {
    text: 'Neither the secret, nor its profile, nor the project names a store, so the default store of the user is asked, and none is configured on this machine. Choose one for all projects, name one for this call, or let the manifest name one.',
    wrong: shell('tool get API_KEY'),
    right: userConfiguration('[defaults]', 'provider = "keyring"'),
  },
  E0804: {
    text: 'A store is named that is neither an alias of the project, nor one of the user, nor a provider of this version or an external one that is installed here. The manifest may count on an alias that every user defines.',
    wrong: shell('tool get API_KEY --provider keyrin'),
    right: shell('tool get API_KEY --provider keyring'),
  },
  E0805: {
    text: 'The address of a store, from the command line, a variable or the user configuration, does not fit its provider: its location, or an option. In a manifest the same mistakes are E0601 and E0604 to E0606.',
    wrong: shell('tool get API_KEY --provider env://PAYMENT_KEY'),
    right: shell('tool get API_KEY --provider env'),
  },
  E0806: {
    text: 'The provider is known, so the manifest compiles, but this version cannot speak to its store yet. Use another store for this call, or a version that has the provider.',
    wrong: shell('tool get API_KEY --provider bw'),
    right: shell('tool get API_KEY --provider keyring'),
  },
  E0807: {
    text: 'A store address must not hold a credential, neither a password nor a token nor an option such as `token`: other programs could see it, and it would be written to logs. Name where the credential is kept, under `credentials` of an alias. The message shows the address without it.',
    wrong: shell('tool get API_KEY --provider vault://app:hunter2@vault.example/secret'),
    right: shell('VAULT_TOKEN="$(cat token)" tool get API_KEY --provider vault://vault.example/secret'),
  },
  E0808: {
    text: 'The secret has coordinates that the store of this call cannot honour, such as a `field` where entries have none. That often happens with `--provider`, which sends `ref` along to another kind of store. In a manifest the same is E0607 and E0608.',
    wrong: shell('tool get API_KEY --provider dotenv://.env'),
    right: shell('tool get API_KEY'),
  },
  E0809: {
    text: 'A cached alias is used where it cannot be: beside others in a chain, inside another one, with a cache that cannot delete, or with the store that it caches. It is judged here because it is an alias of the user; one of the project is judged when the manifest compiles (E0612 to E0616).',
    wrong: userConfiguration(
      '[defaults.providers]',
      'team = { uri = "vault://vault.example/secret", cache = { provider = "env", max_age = "1h" } }',
    ),
    right: userConfiguration(
      '[defaults.providers]',
      'team = { uri = "vault://vault.example/secret", cache = { provider = "keyring", max_age = "1h" } }',
    ),
  },
  E0810: {
    text: 'The alias binds a credential that its provider does not have, or takes one from a store that needs credentials itself or is a cached alias. A credential comes from one store that needs none. In a manifest the same is E0609 to E0611.',
    wrong: userConfiguration(
      '[defaults.providers]',
      'team = { uri = "vault://vault.example/secret", credentials = { password = "keyring" } }',
    ),
    right: userConfiguration(
      '[defaults.providers]',
      'team = { uri = "vault://vault.example/secret", credentials = { token = "keyring" } }',
    ),
  },
  E0811: {
    text: 'A key of `refs` names an alias of a store that holds values itself. On this machine it names no alias, or a cached one. Names of aliases that only the user defines can be judged no earlier than here.',
    wrong: shell('tool get API_KEY'),
    right: userConfiguration('[defaults.providers]', 'team = "keyring://"'),
  },
  E0812: {
    text: 'The profile declares no secret of this name, neither itself nor by inheritance. Another profile may: the message says which one was looked at.',
    wrong: shell('tool get APIKEY'),
    right: shell('tool get API_KEY'),
  },
};
