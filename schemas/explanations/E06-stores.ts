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
    text: 'A store is written as an alias, as the name of a provider, or as a URI that starts with such a name: `keyring`, `dotenv://.env`, `vault://host/mount`. This text is none of them. Characters that a URI cannot hold are escaped with `%`.',
    wrong: key('providers = ["://vault.example/secret"]'),
    right: key(`providers = ["${VAULT}"]`),
  },
  E0602: {
    text: 'No provider has this name, and none ever will: it is what a program or another tool calls it. The help says how it is written here. Other unknown names compile, because an external provider may bring them; `lint` tells them as W0605.',
    wrong: key('providers = ["1password://Private"]'),
    right: key('providers = ["onepassword://Private"]'),
  },
  E0603: {
    text: 'A store address must not hold a credential, neither a password nor a token in the place of a user nor an option such as `token`, and no name may hold such an address: it would be checked in and become a part of the plan. Name where the credential is kept instead, under `credentials` of an alias. A user name alone is allowed where the provider knows users. What is shown of an address has `***` for its credentials and for options that nobody knows.',
    wrong: key('providers = ["vault://app:hunter2@vault.example/secret"]'),
    right: alias(`{ uri = "${VAULT}", credentials = { token = "keyring" } }`),
  },
  E0604: {
    text: 'A URI names a store, never an entry in it. What stands behind the scheme does not fit this provider: it takes none, needs one, or needs it in another form. A path of `dotenv` or `file` may contain `{project}` and `{profile}`, which are filled in, and no other braces; the names must not lead to another folder. To name one entry, write its coordinates as `ref` on the secret.',
    wrong: key('providers = ["env://PAYMENT_KEY"]'),
    right: key('providers = ["env"], ref = { item = "PAYMENT_KEY" }'),
  },
  E0605: {
    text: 'The provider does not know this option of its URI. Unknown options are refused, because a slip such as `prefx` would silently read another part of the store.',
    wrong: key(`providers = ["${VAULT}?tsl=false"]`),
    right: key(`providers = ["${VAULT}?tls=false"]`),
  },
  E0606: {
    text: 'The provider knows the option but not this value of it. The message says what it takes. An option may be given once, unless the provider says otherwise.',
    wrong: key(`providers = ["${VAULT}?tls=maybe"]`),
    right: key(`providers = ["${VAULT}?tls=false"]`),
  },
  E0607: {
    text: 'Stores differ in how an entry is named: most know `item` alone, some have named parts (`field`), containers (`vault`, `section`) or versions. A coordinate that the store cannot honour is refused, wherever in the chain the store stands, because ignoring it would read something else. Give each store its own coordinates with `refs`.',
    wrong: key('providers = ["dotenv://.env"], ref = { item = "KEY", field = "value" }'),
    right: key('providers = ["dotenv://.env"], ref = { item = "KEY" }'),
  },
  E0608: {
    text: 'The store can never hold an entry of this name. A dotenv key has no blanks, the name of a variable no `=`, and a file lies below the folder of its store.',
    wrong: key('providers = ["file:./secrets"], ref = { item = "../key" }'),
    right: key('providers = ["file:./secrets"], ref = { item = "key" }'),
  },
  E0609: {
    text: 'Each provider signs in with credentials of certain names. This is none of them; the help lists those that there are.',
    wrong: alias(`{ uri = "${VAULT}", credentials = { password = "keyring" } }`),
    right: alias(`{ uri = "${VAULT}", credentials = { token = "keyring" } }`),
  },
  E0610: {
    text: 'What a store needs to sign in comes from a store that needs nothing itself. One hop is the limit, so that it stays clear what is unlocked by what.',
    wrong: alias(
      `{ uri = "${VAULT}", credentials = { token = "first" } }`,
      'first = { uri = "vault://first.example/secret", credentials = { token = "keyring" } }',
    ),
    right: alias(`{ uri = "${VAULT}", credentials = { token = "first" } }`, 'first = "keyring://"'),
  },
  E0611: {
    text: 'A cached alias is a way to several stores, with copies that may be old. A credential is taken from one store, as it is now.',
    wrong: alias(
      `{ uri = "${VAULT}", credentials = { token = "copy" } }`,
      `copy = ${cached('keyring://', 'dotenv://.cache')}`,
    ),
    right: alias(`{ uri = "${VAULT}", credentials = { token = "keyring" } }`),
  },
  E0612: {
    text: 'A cached alias is a complete route: it says itself which stores it tries and where it keeps copies. Beside others in a chain it would be unclear what is cached. Put the other stores into its `fallback`.',
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
    text: 'A cached alias names the stores that hold the values. It cannot go through another cached alias, for then two caches would disagree about what is fresh.',
    wrong: alias(
      '{ fallback = ["other"], cache = { provider = "dotenv://.cache", max_age = "1h" } }',
      `other = ${cached('keyring://', 'dotenv://.other')}`,
    ),
    right: alias('{ fallback = ["keyring"], cache = { provider = "dotenv://.cache", max_age = "1h" } }'),
  },
  E0614: {
    text: 'Copies that are out of date have to be removed, so a cache is a store that can be read, written and deleted from. The help lists those that can.',
    wrong: alias(cached(VAULT, 'env://')),
    right: alias(cached(VAULT, 'keyring')),
  },
  E0615: {
    text: 'The cache and the store that it caches are the same, as far as their addresses tell: spelling, dots in paths and ways to sign in do not count. A copy would overwrite the original.',
    wrong: alias(cached('dotenv://.env', 'dotenv:./.env')),
    right: alias(cached('dotenv://.env', 'dotenv://.cache')),
  },
  E0616: {
    text: '`refs` gives an entry for each store that holds the value itself. A cached alias is a way to such stores; name the ones behind it.',
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
  W0601: {
    text: 'No chain of a profile or a secret, no `refs` and no alias in use names this alias. It may stay if people name it on the command line, with `--provider` or as the source of an import. Aliases of a parent manifest are not told: the parent declares them for others, too.',
    wrong: manifest('[providers]', 'old = "keyring://"'),
    right: alias('"keyring://"'),
  },
  W0602: {
    text: 'Stores of a chain are asked in order until one has the value. The same store at the same entry, with the same credentials, has no new answer when it is asked again. Another spelling of a path or of a default does not make it another store; other credentials, another `ref` of its alias, or its own `refs` do.',
    wrong: key('providers = ["dotenv://.env", "keyring", "dotenv"]'),
    right: key('providers = ["dotenv://.env", "keyring"]'),
  },
  W0603: {
    text: 'Both secrets are read from one entry of one store, and the tool itself writes to it, because one of them is generated or entered when it is missing. Whichever comes first becomes the value of both. Two secrets that are only read may share an entry.',
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
    text: 'The name of the profile says production (`production`, `prod` or `live`, as a whole word), and this store, or the cache behind it, keeps values as plain text, for everyone who can read the disk, a backup or the cluster. Choose a store that encrypts or guards them. `env` is not such a store: it keeps nothing, and platforms hand out secrets through it. If a plain-text store is meant here, write `# tool: allow W0604` on the line above the entry.',
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
    text: 'No provider of this version has this scheme. If it is not a slip, an external provider has to bring it, and must be installed wherever the manifest is used; where it is not, the command fails with E0804.',
    wrong: key('providers = ["keyrin://"]'),
    right: key('providers = ["keyring://"]'),
  },
  W0606: {
    text: 'A name in `providers` is an alias of the manifest or a provider. This one is neither. It compiles, because each user may have an alias of that name in the user configuration; where a user has none, the command fails with E0804. Declare it under `[providers]` unless it is meant to be of each machine.',
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
