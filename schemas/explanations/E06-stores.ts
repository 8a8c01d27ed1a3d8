/** Explanations of aliases, chains, coordinates and caches that a manifest gets wrong. */
import { type Explanations, manifest } from './explanation.js';

const key = (settings: string) => manifest('[profiles.default]', `API_KEY = { description = "Key", ${settings} }`);
/** An alias `main` that the whole project uses. */
const alias = (value: string, ...others: readonly string[]) =>
  manifest('[defaults]', 'providers = ["main"]', '', '[providers]', `main = ${value}`, ...others);

const VAULT = 'vault://vault.example/secret';
const cached = (store: string, cache: string) =>
  `{ uri = "${store}", cache = { provider = "${cache}", max_age = "1h" } }`;

export const stores: Explanations = {
  E0601: {
    text: 'A store is an alias, the name of a provider, or a URI that starts with a provider name: `keyring`, `dotenv://.env`, `vault://host/mount`. This text is none of these. Escape characters that are not allowed in a URI with `%`.',
    wrong: key('providers = ["://vault.example/secret"]'),
    right: key(`providers = ["${VAULT}"]`),
  },
  E0602: {
    text: 'There is no provider of this name: it is a name that other programs use. The help shows the name to use here. Other unknown names compile, because an external provider may supply them; `lint` reports those as W0605.',
    wrong: key('providers = ["1password://Private"]'),
    right: key('providers = ["onepassword://Private"]'),
  },
  E0603: {
    text: 'A store address must not contain a credential: no password, no token in place of the user name, and no option such as `token`. It would be checked in and become part of the plan. Names must not contain such an address either. Declare where the credential is stored, under `credentials` of an alias. A user name alone is allowed if the provider supports users. When an address is shown, its credentials and unknown options are replaced by `***`.',
    wrong: key('providers = ["vault://app:hunter2@vault.example/secret"]'),
    right: alias(`{ uri = "${VAULT}", credentials = { token = "keyring" } }`),
  },
  E0604: {
    text: 'A URI identifies a store, never an entry in it. The part after the scheme does not fit this provider: it is not supported, is missing, or has the wrong form. The path of a `dotenv` or `file` store may contain the placeholders `{project}` and `{profile}`, but no other braces, and the names must not lead to another folder. To address one entry, write its coordinates as `ref` on the secret.',
    wrong: key('providers = ["env://PAYMENT_KEY"]'),
    right: key('providers = ["env"], ref = { item = "PAYMENT_KEY" }'),
  },
  E0605: {
    text: 'The provider does not support this option of its URI. Unknown options are errors, because a typo such as `prefx` would silently read another part of the store.',
    wrong: key(`providers = ["${VAULT}?tsl=false"]`),
    right: key(`providers = ["${VAULT}?tls=false"]`),
  },
  E0606: {
    text: 'The provider supports the option, but not this value. The message lists the valid values. An option can be given only once, unless the provider allows repetition.',
    wrong: key(`providers = ["${VAULT}?tls=maybe"]`),
    right: key(`providers = ["${VAULT}?tls=false"]`),
  },
  E0607: {
    text: 'Stores address entries in different ways: most use only `item`, some also have named parts (`field`), containers (`vault`, `section`) or versions. A coordinate that a store in the chain does not support is an error, because ignoring it would read a different entry. Give each store its own coordinates with `refs`.',
    wrong: key('providers = ["dotenv://.env"], ref = { item = "KEY", field = "value" }'),
    right: key('providers = ["dotenv://.env"], ref = { item = "KEY" }'),
  },
  E0608: {
    text: 'The store cannot hold an entry of this name. A dotenv key cannot contain blanks, the name of a variable cannot contain `=`, and a file must be inside the folder of its store.',
    wrong: key('providers = ["file:./secrets"], ref = { item = "../key" }'),
    right: key('providers = ["file:./secrets"], ref = { item = "key" }'),
  },
  E0609: {
    text: 'Each provider accepts certain credentials for signing in. This is not one of them; the help lists the valid names.',
    wrong: alias(`{ uri = "${VAULT}", credentials = { password = "keyring" } }`),
    right: alias(`{ uri = "${VAULT}", credentials = { token = "keyring" } }`),
  },
  E0610: {
    text: 'The credentials of a store must come from a store that needs no credentials itself. Longer chains are not supported, so that it stays clear which store unlocks which.',
    wrong: alias(
      `{ uri = "${VAULT}", credentials = { token = "first" } }`,
      'first = { uri = "vault://first.example/secret", credentials = { token = "keyring" } }',
    ),
    right: alias(`{ uri = "${VAULT}", credentials = { token = "first" } }`, 'first = "keyring://"'),
  },
  E0611: {
    text: 'A cached alias can read several stores and can return an outdated copy. A credential must be read directly from one store.',
    wrong: alias(
      `{ uri = "${VAULT}", credentials = { token = "copy" } }`,
      `copy = ${cached('keyring://', 'dotenv://.cache')}`,
    ),
    right: alias(`{ uri = "${VAULT}", credentials = { token = "keyring" } }`),
  },
  E0612: {
    text: 'A cached alias is a complete route: it declares which stores to try and where to keep copies. In a chain with other stores it would be unclear what is cached. Move the other stores into its `fallback`.',
    wrong: manifest(
      '[defaults]',
      'providers = ["main", "env"]',
      '',
      '[providers]',
      `main = ${cached('keyring://', 'dotenv://.cache')}`,
    ),
    right: alias('{ fallback = ["keyring", "env"], cache = { provider = "dotenv://.cache", max_age = "1h" } }'),
  },
  E0613: {
    text: 'A cached alias names the stores that hold the values. It cannot use another cached alias, because the two caches could disagree about what is fresh.',
    wrong: alias(
      '{ fallback = ["other"], cache = { provider = "dotenv://.cache", max_age = "1h" } }',
      `other = ${cached('keyring://', 'dotenv://.other')}`,
    ),
    right: alias('{ fallback = ["keyring"], cache = { provider = "dotenv://.cache", max_age = "1h" } }'),
  },
  E0614: {
    text: 'Outdated copies must be removed, so a cache must be a store that supports reading, writing and deleting. The help lists the providers that do.',
    wrong: alias(cached(VAULT, 'env://')),
    right: alias(cached(VAULT, 'keyring')),
  },
  E0615: {
    text: 'The cache and the store that it caches are the same store: differences in spelling, dots in paths or credentials do not matter. A copy would overwrite the original.',
    wrong: alias(cached('dotenv://.env', 'dotenv:./.env')),
    right: alias(cached('dotenv://.env', 'dotenv://.cache')),
  },
  E0616: {
    text: '`refs` gives coordinates for each store that holds a value. A cached alias is a route to such stores; use the aliases of those stores instead.',
    wrong: manifest(
      '[providers]',
      'main = { fallback = ["team"], cache = { provider = "dotenv://.cache", max_age = "1h" } }',
      'team = "keyring://"',
      '',
      '[profiles.default]',
      'API_KEY = { description = "Key", providers = ["main"], refs = { main = { item = "api-key" } } }',
    ),
    right: manifest(
      '[providers]',
      'main = { fallback = ["team"], cache = { provider = "dotenv://.cache", max_age = "1h" } }',
      'team = "keyring://"',
      '',
      '[profiles.default]',
      'API_KEY = { description = "Key", providers = ["main"], refs = { team = { item = "api-key" } } }',
    ),
  },
  E0617: {
    text: 'The store cannot have an entry of this name, or of this version. Names that follow from the project, the profile and the secret are made of these, and stores differ in the characters that they allow: a key of Kubernetes has no blanks, a folder of Infisical no dots. Such a name is an error in the first store of a chain, which is always asked; a later store fails when it is asked. A version is what the store counts with, mostly a number. Change the part that the message names, or give the secret a `ref` to an entry that the store can have.',
    wrong: key('providers = ["setec://secrets.example.ts.net"], ref = { item = "key", version = "three" }'),
    right: key('providers = ["setec://secrets.example.ts.net"], ref = { item = "key", version = "3" }'),
  },
  W0601: {
    text: 'No chain of a profile or secret, no `refs` and no other used alias refers to this alias. Keep it if it is used on the command line, with `--provider` or as the source of an import. Aliases that a parent manifest declares are not reported, because the parent also declares them for other projects.',
    wrong: manifest('[providers]', 'old = "keyring://"'),
    right: alias('"keyring://"'),
  },
  W0602: {
    text: 'The stores of a chain are read in order until one has the value. Reading the same entry of the same store again, with the same credentials, cannot give a different result. Another spelling of the path or of a default does not make it another store; other credentials, another `ref` on its alias or its own `refs` do.',
    wrong: key('providers = ["dotenv://.env", "keyring", "dotenv"]'),
    right: key('providers = ["dotenv://.env", "keyring"]'),
  },
  W0603: {
    text: 'Both secrets are read from the same entry of the same store, and the tool writes to that entry, because one of them is generated or prompted for when it is missing. The first value written becomes the value of both. Two secrets that are only read may share an entry.',
    wrong: manifest(
      '[profiles.default]',
      'SESSION_KEY = { description = "Signs sessions", type = "hex", generate = true, ref = { item = "shop" } }',
      'CSRF_KEY = { description = "Signs forms", type = "hex", generate = true, ref = { item = "shop" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'SESSION_KEY = { description = "Signs sessions", type = "hex", generate = true, ref = { item = "shop-session" } }',
      'CSRF_KEY = { description = "Signs forms", type = "hex", generate = true, ref = { item = "shop-csrf" } }',
    ),
  },
  W0604: {
    text: 'The name of the profile suggests production (it contains `production`, `prod` or `live` as a whole word), and this store, or its cache, keeps values as plain text, for everyone who can read the disk, a backup or the cluster. Choose a store that encrypts or protects them. `env` is not such a store: it keeps nothing, and platforms hand out secrets through it. If a plain-text store is intended here, write `# tool: allow W0604` on the line above the entry.',
    wrong: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      '',
      '[profiles.production.defaults]',
      'providers = ["dotenv://.env"]',
    ),
    right: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      '',
      '[profiles.production.defaults]',
      `providers = ["${VAULT}"]`,
    ),
  },
  W0605: {
    text: 'This version has no provider with this scheme. If it is not a typo, an external provider must be installed on every machine that uses the manifest; without it, commands fail with E0804.',
    wrong: key('providers = ["keyrin://"]'),
    right: key('providers = ["keyring://"]'),
  },
  W0606: {
    text: 'A name in `providers` is an alias of the manifest or a provider. This one is neither. It compiles, because each user may have an alias of that name in the user configuration; for a user without it, commands fail with E0804. Declare it under `[providers]`, unless every user is meant to define it.',
    wrong: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key", providers = ["valut"] }',
      'TOKEN = { description = "Token", providers = ["vault"] }',
      '',
      '[providers]',
      'vault = "dotenv://project.env"',
    ),
    right: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key", providers = ["vault"] }',
      'TOKEN = { description = "Token", providers = ["vault"] }',
      '',
      '[providers]',
      'vault = "dotenv://project.env"',
    ),
  },
};
