/** Explanations of what this machine and this call ask of a plan, and it cannot give. */
import { type Explanations, shell, userConfiguration } from './explanation.js';

export const linking: Explanations = {
  E0801: {
    text: 'The profile is taken from `--profile`, else `TOOL_PROFILE`, else the user configuration, else it is `default`. The manifest does not declare a profile of this name. If a manifest has no profile `default`, a profile must always be given.',
    wrong: shell('tool check --profile prod'),
    right: shell('tool check --profile production'),
  },
  E0802: {
    text: 'The scope is taken from `--scope`, else `TOOL_SCOPE`. Neither the manifest nor its parents define a scope of this name. A blank scope means no scope.',
    wrong: shell('tool run --scope wroker -- node worker.js'),
    right: shell('tool run --scope worker -- node worker.js'),
  },
  E0803: {
    text: 'Neither the secret, nor its profile, nor the project names a store, and no default store is configured for this user. Configure one for all projects, give one for this call, or name one in the manifest.',
    wrong: shell('tool get API_KEY'),
    right: userConfiguration('[defaults]', 'provider = "keyring"'),
  },
  E0804: {
    text: 'This name is not an alias of the project or the user, not a provider of this version, and not an installed external provider. The manifest may rely on an alias that every user defines.',
    wrong: shell('tool get API_KEY --provider keyrin'),
    right: shell('tool get API_KEY --provider keyring'),
  },
  E0805: {
    text: 'The address of a store, from the command line, a variable or the user configuration, does not fit its provider: the location or an option is wrong. In a manifest the same errors are E0601 and E0604 to E0606.',
    wrong: shell('tool get API_KEY --provider env://PAYMENT_KEY'),
    right: shell('tool get API_KEY --provider env'),
  },
  E0806: {
    text: 'The provider is in the catalogue, so the manifest compiles, but this version does not support it yet. Every provider that the catalogue has now is supported. Use another store for this call, or a version that supports the provider.',
    wrong: shell('tool get API_KEY --provider later'),
    right: shell('tool get API_KEY --provider keyring'),
  },
  E0807: {
    text: 'A store address must not contain a credential: no password, no token, and no option such as `token`. Other programs could see it, and it would be written to logs. Declare where the credential is stored, under `credentials` of an alias. The message shows the address without it.',
    wrong: shell('tool get API_KEY --provider vault://app:hunter2@vault.example/secret'),
    right: shell('VAULT_TOKEN="$(cat token)" tool get API_KEY --provider vault://vault.example/secret'),
  },
  E0808: {
    text: 'The secret has coordinates that this store does not support, such as a `field` where entries have no fields. That often happens with `--provider`, which applies `ref` to a different kind of store. In a manifest the same errors are E0607 and E0608.',
    wrong: shell('tool get API_KEY --provider dotenv://.env'),
    right: shell('tool get API_KEY'),
  },
  E0809: {
    text: 'A cached alias cannot be used here: it is combined with other stores in a chain, nested in another cached alias, has a cache that cannot delete, or is cached in the store that it caches. It is reported now because the alias is defined by the user; for an alias of the project, the manifest does not compile (E0612 to E0616).',
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
    text: 'The alias has a credential that its provider does not accept, or takes one from a cached alias or a store that needs credentials itself. A credential must come from one store that needs none. In a manifest the same errors are E0609 to E0611.',
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
    text: 'A key of `refs` must be an alias of a store that holds values itself. On this machine, this key is not an alias, or it is a cached alias. It is not reported by `lint`, because the alias could be defined in the user configuration.',
    wrong: shell('tool get API_KEY'),
    right: userConfiguration('[defaults.providers]', 'team = "keyring://"'),
  },
  E0812: {
    text: 'The profile neither declares nor inherits a secret of this name. Another profile may have one: the message shows which profile was used.',
    wrong: shell('tool get APIKEY'),
    right: shell('tool get API_KEY'),
  },
  E0813: {
    text: 'A cached alias is a complete route: a cache, and the stores that it caches. An import reads one store, so it needs one of those. No credential was read.',
    wrong: shell('tool import shared'),
    right: shell('tool import dotenv://shared.env'),
  },
  E0814: {
    text: 'A pattern of `--only` or `--except` fits no secret of the profile, or none that the scope shows. Nothing was read: a misspelled `--except` would otherwise pass on what it should leave out. In a pattern, `*` stands for any text and `?` for one character.',
    wrong: shell("tool run --only 'DBASE_*' -- ./migrate"),
    right: shell("tool run --only 'DB_*' -- ./migrate"),
  },
  E0815: {
    text: 'The store that is used on this machine, by the user configuration or `--provider`, cannot have an entry of this name. Names follow from the project, the profile and the secret, and stores differ in the characters that they allow. Such a name is an error in the first store of a chain, which is always asked; a later store fails when it is asked. Choose another store, or give the secret a `ref` to an entry that this store can have. Nothing was contacted.',
    wrong: shell('tool get --provider k8s+secret://app API_KEY'),
    right: shell('tool get --provider keyring API_KEY'),
  },
  W0801: {
    text: 'The source was given as an address, which has no alias, so entries are named by convention. An alias of the same store names some of them differently, with its `ref` template or with `refs`; if the values were stored through the alias, they are not found. Import from the alias, or give the secrets a `ref`, which holds in every store.',
    wrong: shell('tool import dotenv://.env.old'),
    right: shell('tool import old'),
  },
};
