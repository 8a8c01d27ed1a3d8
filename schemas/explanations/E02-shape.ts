/** Explanations of keys and values that a manifest cannot have. */
import { type Explanations, manifest, shell } from './explanation.js';

export const shape: Explanations = {
  E0201: {
    text: 'The table has some of its keys, and one that it cannot do without is not there. The caret stands at the table: that is where the key belongs.',
    wrong: manifest('[profiles.default]', 'DB_USER = { description = "User", extract = { format = "json" } }'),
    right: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User", extract = { format = "json", pointer = "/user" } }',
    ),
  },
  E0202: {
    text: 'The key is known, but its value is of another type. TOML tells `true` from `"true"` and a list from a single text, and so does the manifest.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = "keyring" }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = ["keyring"] }'),
  },
  E0203: {
    text: 'Unknown keys are refused everywhere. If they were ignored, a slip such as `requred` would silently change what is required. The nearest known key is suggested where there is one.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", requred = false }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", required = false }'),
  },
  E0204: {
    text: 'This key takes one of a few words, and what is written is none of them. The help lists them, or names the one that was probably meant.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", encoding = "base46" }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", encoding = "base64" }'),
  },
  E0205: {
    text: 'The revision names the language that the manifest is written in. This version reads `1.0` and refuses every other, because it cannot know what that one means. Mind that it is a text, in quotes.',
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
    text: 'A text that names or describes something must not be blank. If you have nothing to say here, leave the key out.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "" }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key of the payment service" }'),
  },
  E0207: {
    text: 'A list that decides something needs at least one entry. A scope that shows nothing, or a chain of no stores, is more likely a mistake than an intention.',
    wrong: manifest('[defaults]', 'providers = []'),
    right: manifest('[defaults]', 'providers = ["keyring"]'),
  },
  E0208: {
    text: 'A `ref` says with a table where an entry lies: `item`, and where the store has them `field`, `vault`, `section` and `version`. A text or a URI is refused, because what its parts mean differs from store to store. The help shows the table that was probably meant.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", ref = "payment-key" }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", ref = { item = "payment-key" } }'),
  },
  E0209: {
    text: 'An alias has one of three forms: a bare URI; a table with `uri` and, if needed, `credentials` with `ref` or `cache`; or `fallback` with `cache`. Credentials and templates belong on the stores of a fallback, not on the fallback itself.',
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
    text: 'A duration is written in whole numbers with the units `s`, `m`, `h`, `d` and `w`, which may be combined. It must be longer than nothing.',
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
    text: 'The name of a secret becomes the name of a variable, so it is made of letters, digits and `_` and does not start with a digit. To be referred to in a template it must also be in capital letters. If a store has an entry with another name, say so with `ref`.',
    wrong: manifest('[profiles.default]', '"api-key" = { description = "Key" }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", ref = { item = "api-key" } }'),
  },
  E0212: {
    text: 'A pointer selects one value of a document, as in RFC 6901. Each step starts with `/`, and the empty pointer is the whole document. Inside a step `~1` stands for `/` and `~0` for `~`.',
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
    text: 'The same entry stands in a list twice. That changes nothing, so one of the two was probably meant to be another.',
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
    text: 'The `ref` of an alias is a template for every secret that is read through it. Its placeholders are `{project}`, `{profile}` and `{key}`; any other is refused, for it would become a part of every address.',
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
    text: 'Profiles, scopes and aliases are chosen by their names, on the command line and in variables. A blank name cannot be chosen: there it means that none was given.',
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
    text: 'The number is smaller or larger than this key allows. Limits that depend on the type of the secret are told as E0706.',
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
    text: 'No project needs this much, and some machines could not read it. A name has at most 1,000 characters. All profiles together hold at most 2,000,000 secrets, where a secret that a profile inherits counts as its own. The plan of all that has at most 64,000,000 characters.',
    wrong: shell("awk 'length > 1000' manifest.toml", 'tool plan'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key of the service" }'),
  },
  W0201: {
    text: 'INI documents have keys and sections with keys, and nothing deeper. A pointer that is empty or has more than two steps compiles, because what is stored is only known when it is read; then it fails for every document. In INI the pointer is `/key` or `/section/key`, and keys above the first section are `/key`.',
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
    text: 'A comment `# tool: allow W0604` has `tool lint` accept that warning at the key or table on its own line or the line below; above the header of a table it covers the whole table. Several codes are separated by blanks or commas, and a reason follows ` -- `. This comment has no effect: it names no code of a warning, or nothing is next to it that it could cover. Errors cannot be allowed. For a whole project, use `tool lint --allow CODE`.',
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
};
