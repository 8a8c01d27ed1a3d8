/** Explanations of keys and values that a manifest cannot have. */
import { type Explanations, manifest, shell, userConfiguration } from './explanation.js';

export const shape: Explanations = {
  E0201: {
    text: 'The table lacks a required key. The caret marks the table that the key belongs to.',
    wrong: manifest('[profiles.default]', 'DB_USER = { description = "User", extract = { format = "json" } }'),
    right: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User", extract = { format = "json", pointer = "/user" } }',
    ),
  },
  E0202: {
    text: 'The key is valid, but its value has the wrong type. TOML distinguishes `true` from `"true"` and a list from a single string.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = "keyring" }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = ["keyring"] }'),
  },
  E0203: {
    text: 'Unknown keys are errors everywhere. If they were ignored, a typo such as `requred` would silently change what is required. If a known key is similar, it is suggested.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", requred = false }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", required = false }'),
  },
  E0204: {
    text: 'This key accepts only certain values. The help lists them, or suggests the one that you probably meant.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", encoding = "base46" }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", encoding = "base64" }'),
  },
  E0205: {
    text: 'The revision is the version of the manifest language. This version of the tool reads only `1.0`. The value is a string, so it needs quotes.',
    wrong: manifest(
      '[project]',
      'name = "shop"',
      'revision = "2.0"',
      '',
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
    ),
    right: manifest(
      '[project]',
      'name = "shop"',
      'revision = "1.0"',
      '',
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
    ),
  },
  E0206: {
    text: 'A string that names or describes something must not be blank. Give it a value or remove the key.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "" }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key of the payment service" }'),
  },
  E0207: {
    text: 'This list needs at least one entry. A scope without secrets or a chain without stores is probably not intended.',
    wrong: manifest('[defaults]', 'providers = []'),
    right: manifest('[defaults]', 'providers = ["keyring"]'),
  },
  E0208: {
    text: 'A `ref` is a table of coordinates that address an entry in a store: `item` and, where the store supports them, `field`, `vault`, `section` and `version`. Strings and URIs are not accepted, because their parts mean something different in each store. The help shows the table that you probably meant.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", ref = "payment-key" }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", ref = { item = "payment-key" } }'),
  },
  E0209: {
    text: 'An alias has one of three forms: a bare URI; a table with `uri`, which may also have `credentials`, and `ref` or `cache`; or `fallback` with `cache`. With a fallback, `credentials` and `ref` belong on its stores, not on the fallback itself.',
    wrong: manifest(
      '[providers]',
      'main = { uri = "keyring://", fallback = ["env"], cache = { provider = "dotenv://.cache", max_age = "1h" } }',
    ),
    right: manifest(
      '[defaults]',
      'providers = ["main"]',
      '',
      '[providers]',
      'main = { fallback = ["keyring", "env"], cache = { provider = "dotenv://.cache", max_age = "1h" } }',
    ),
  },
  E0210: {
    text: 'A duration consists of whole numbers with the units `s`, `m`, `h`, `d` and `w`, which can be combined. It must be greater than zero.',
    wrong: manifest(
      '[providers]',
      'main = { uri = "keyring://", cache = { provider = "dotenv://.cache", max_age = "1 hour" } }',
    ),
    right: manifest(
      '[defaults]',
      'providers = ["main"]',
      '',
      '[providers]',
      'main = { uri = "keyring://", cache = { provider = "dotenv://.cache", max_age = "1h30m" } }',
    ),
  },
  E0211: {
    text: 'The name of a secret becomes the name of an environment variable, so it consists of letters, digits and `_` and does not start with a digit. Templates can refer only to names in capital letters. If the entry in the store has a different name, declare it with `ref`.',
    wrong: manifest('[profiles.default]', '"api-key" = { description = "Key" }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", ref = { item = "api-key" } }'),
  },
  E0212: {
    text: 'A pointer selects one value of a document, as defined in RFC 6901. Each segment starts with `/`, and the empty pointer is the whole document. Within a segment write `~1` for `/` and `~0` for `~`.',
    wrong: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User", extract = { format = "json", pointer = "database/user" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User", extract = { format = "json", pointer = "/database/user" } }',
    ),
  },
  E0213: {
    text: 'The same entry is listed twice. The duplicate has no effect, so you probably meant a different entry.',
    wrong: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      '',
      '[scopes.web]',
      'secrets = ["API_KEY", "API_KEY"]',
    ),
    right: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      '',
      '[scopes.web]',
      'secrets = ["API_KEY"]',
    ),
  },
  E0214: {
    text: 'The `ref` of an alias is a template for every secret that is read through it. Its placeholders are `{project}`, `{profile}` and `{key}`. Any other placeholder is an error, because it would become part of every address as literal text.',
    wrong: manifest('[providers]', 'team = { uri = "keyring://", ref = { item = "team/{secret}" } }'),
    right: manifest(
      '[defaults]',
      'providers = ["team"]',
      '',
      '[providers]',
      'team = { uri = "keyring://", ref = { item = "team/{key}" } }',
    ),
  },
  E0215: {
    text: 'Profiles, scopes and aliases are selected by name, on the command line and in variables. A blank name cannot be selected: there it means that no name was given.',
    wrong: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      '',
      '[scopes." "]',
      'secrets = ["API_KEY"]',
    ),
    right: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      '',
      '[scopes.web]',
      'secrets = ["API_KEY"]',
    ),
  },
  E0217: {
    text: 'The number is smaller or larger than this key allows. Limits that depend on the type of the secret are reported as E0706.',
    wrong: manifest(
      '[profiles.default]',
      'PIN = { description = "Number", type = "password", generate = { length = -1 } }',
    ),
    right: manifest(
      '[profiles.default]',
      'PIN = { description = "Number", type = "password", generate = { length = 12 } }',
    ),
  },
  E0218: {
    text: 'The manifest exceeds a limit that no real project should reach. A name has at most 1,000 characters. All profiles together have at most 2,000,000 secrets, where a secret that a profile inherits counts again. The resulting plan has at most 64,000,000 characters.',
    wrong: shell("awk 'length > 1000' manifest.toml", 'tool plan'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key of the service" }'),
  },
  W0201: {
    text: 'An INI document contains keys, and sections with keys, but nothing deeper. A pointer that is empty or has more than two segments compiles, because the document is only known when it is read, but it fails for every INI document. Write `/key` or `/section/key`; keys above the first section are `/key`.',
    wrong: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User", extract = { format = "ini", pointer = "/shop/db/user" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User", extract = { format = "ini", pointer = "/db/user" } }',
    ),
  },
  W0202: {
    text: 'A comment `# tool: allow W0604` makes `tool lint` accept that warning at the key or table on its own line or the line below; above the header of a table it covers the whole table. Several codes are separated by blanks or commas, and a reason follows ` -- `. This comment has no effect: it does not name the code of a warning, or there is no key or table that it could cover. Errors cannot be allowed. For a whole project, use `tool lint --allow CODE`.',
    wrong: manifest(
      '[profiles.production]',
      '# tool: allow W0640',
      'API_KEY = { description = "Key of the service", providers = ["keyring"] }',
    ),
    right: manifest(
      '[profiles.production]',
      '# tool: allow W0604 -- the disk is encrypted',
      'API_KEY = { description = "Key of the service", providers = ["dotenv://.env"] }',
    ),
  },
  W0203: {
    text: 'The user configuration has a key that this version does not know. It may be misspelt, or of a later version, so it has no effect and is not an error: one file serves every version on the machine. Keys in tables of aliases are errors, because a misread alias leads to another store.',
    wrong: userConfiguration('[defaults]', 'providr = "keyring"'),
    right: userConfiguration('[defaults]', 'provider = "keyring"'),
  },
};
