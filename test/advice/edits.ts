/**
 * What the help of each finding about a manifest says to write, done to the wrong example of its explanation. Several
 * ways are several edits: each must do.
 */

/** `says`: the words of the help that the edit follows. */
export interface Edit {
  readonly says: string;
  readonly change: readonly (readonly [from: string, to: string])[];
}

const edit = (says: string, ...change: readonly (readonly [string, string])[]): Edit => ({ says, change });

export const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  E0101: [edit('close it with the quote it starts with', ['service }', 'service" }'])],
  E0103: [
    edit('close the reference with `}`', ['PASSWORD@', 'PASSWORD}@']),
    edit('write `$$`', [':${DB', ':$${DB'], ['"postgres', '"${DB_PASSWORD}postgres']),
  ],
  E0104: [edit('did you mean `${DB_PASSWORD}`', ['${db-password}', '${DB_PASSWORD}'])],
  E0105: [
    edit('give the referenced secret a `default`', [':-localhost', ''], ['"Host"', '"Host", default = "localhost"']),
  ],
  E0106: [edit('use `default` for fixed text', ['composed', 'default'])],
  E0107: [edit('did you mean `${DB_USER}`', ['$DB_USER', '${DB_USER}'])],
  W0101: [
    edit('did you mean `${DB_PASSWORD}`', ['$DB_PASSWORD', '${DB_PASSWORD}']),
    edit('`$$DB_PASSWORD`', ['$DB_PASSWORD', '$$DB_PASSWORD']),
  ],
  E0202: [edit('providers = ["keyring"]', ['providers = "keyring"', 'providers = ["keyring"]'])],
  E0203: [edit('did you mean `required`', ['requred', 'required'])],
  E0204: [edit('did you mean `base64`', ['base46', 'base64'])],
  E0205: [edit('revision = "1.0"', ['"2.0"', '"1.0"'])],
  E0208: [edit('ref = { item = "payment-key" }', ['ref = "payment-key"', 'ref = { item = "payment-key" }'])],
  E0209: [
    edit('`fallback` with `cache`', ['uri = "keyring://", ', '']),
    edit('an alias has `uri`', ['fallback = ["env"], ', '']),
  ],
  E0210: [edit('such as `30m`', ['1 hour', '30m'])],
  E0211: [edit('letters, digits or `_`', ['"api-key"', 'api_key'])],
  E0212: [edit('start with `/`', ['"database', '"/database'])],
  E0213: [edit('remove the duplicate', [', "API_KEY"]', ']'])],
  E0214: [edit('`{key}`', ['{secret}', '{key}'])],
  W0201: [edit('`/section/key`, with `~1` for a `/`', ['/shop/db/user', '/shop~1db/user'])],
  W0202: [edit('did you mean `W0604`', ['W0640', 'W0604'])],
  W0203: [edit('did you mean `provider`', ['providr', 'provider'])],
  E0303: [edit('remove one of the `extends` entries', ['"manifest.toml"', ''])],
  E0304: [edit('[profiles.default]', ['[profiles]', '[profiles.default]\nAPI_KEY = { description = "Key" }'])],
  E0305: [
    edit('declare a secret in it', [
      '[profiles.ci.defaults]',
      '[profiles.ci]\nA = { description = "a" }\n[profiles.ci.defaults]',
    ]),
    edit('drop `inherit = false`', ['inherit = false', '']),
  ],
  E0306: [edit('description = "what it is for"', ['{ ', '{ description = "what it is for", '])],
  W0301: [edit('remove the declaration', ['DB_HOST = { required = false }', ''])],
  E0401: [edit('remove `required = true`', [', required = true', ''])],
  E0402: [
    edit('keep `ref`', [', refs = { team = { item = "api-key" } }', '']),
    edit('or `refs`', [', ref = { item = "key" }', '']),
  ],
  E0403: [
    edit('remove `prompt`', ['prompt = true, ', '']),
    edit('or `generate`', [', generate = true', '']),
    edit('may set `prompt = false`', ['prompt = true', 'prompt = false']),
  ],
  E0404: [
    edit('make the secret required by itself', [', required = false', '']),
    edit('remove `prompt`', ['prompt = true, ', '']),
  ],
  E0405: [
    edit('remove one of the two', [', generate = true', '']),
    edit('remove one of the two', [', extract = { format = "json", pointer = "/key" }', '']),
  ],
  E0406: [edit('remove `providers`', [', providers = ["keyring"]', ''])],
  E0407: [edit('remove `providers`', [', providers = ["env"]', ''])],
  E0408: [edit('keep one of them', [', default = "00"', '']), edit('keep one of them', [', generate = true', ''])],
  E0409: [
    edit('set `prompt = false` in this profile', [
      '[profiles.test.d',
      '[profiles.test]\nPIN = { prompt = false }\n[profiles.test.d',
    ]),
    edit('remove the profile default', ['default = "0000"', '']),
  ],
  E0410: [edit('add `extract`', ['"CONFIG" }', '"CONFIG", extract = { format = "json", pointer = "/user" } }'])],
  E0411: [edit('`format = "pem"`', ['"p12"', '"pem"'])],
  E0412: [edit('use the role `password`', ['pin', 'password'])],
  E0413: [edit('remove `prompt`', [', prompt = true', ''])],
  E0414: [edit('remove `encoding`', [', encoding = "hex"', ''])],
  W0401: [edit('keep the value in a store', [', default = "hunter2"', ''])],
  W0402: [
    edit('remove `required = true`', ['required = true', 'description = "Another host"']),
    edit('only in the profiles that need it', [', default = "localhost"', '']),
  ],
  E0501: [edit('did you mean `DB_PASSWORD`', ['PASWORD', 'PASSWORD'])],
  E0502: [edit('remove one of these references', ['composed = "${FIRST}-2"', 'default = "2"'])],
  E0503: [
    edit('add a second member to the group', ['"logins"', '"login"']),
    edit(
      'use `required = true` instead',
      ['{ at_least_one = "login" }', 'true'],
      ['{ at_least_one = "logins" }', 'true'],
    ),
  ],
  E0504: [edit('use one mode for all members', ['exactly_one', 'at_least_one'])],
  E0505: [edit('did you mean `API_KEY`', ['APIKEY', 'API_KEY'])],
  E0506: [edit('did you mean `CONFIG`', ['CONFG', 'CONFIG'])],
  E0507: [edit('declare `PHRASE` in profile `default`', ['TLS', 'PHRASE = { description = "p" }\nTLS'])],
  E0508: [edit('give `CONFIG` that type', ['"Document"', '"Document", type = "x509_identity"'])],
  E0509: [edit('remove `as_path` from `PHRASE`', [', as_path = true', ''])],
  E0510: [
    edit(
      'set `from` to the secret that holds the identity',
      ['KEY', 'TLS = { description = "t", type = "x509_identity" }\nKEY'],
      ['"der"', '"der", from = "TLS"'],
    ),
  ],
  W0501: [edit('add it to the scope', ['["API_KEY"]', '["API_KEY", "SENTRY_DSN"]'])],
  W0502: [edit('on at most one member', [', default = "eu-1"', ''])],
  E0602: [edit('write `onepassword://Vault`', ['1password://Private', 'onepassword://Vault'])],
  E0603: [
    edit(
      'under `credentials` of an alias, as `token`',
      ['app:hunter2@', ''],
      ['providers = ["vault://vault.example/secret"]', 'providers = ["main"]'],
      [
        '[profiles',
        '[providers]\nmain = { uri = "vault://vault.example/secret", credentials = { token = "keyring" } }\n\n[profiles',
      ],
    ),
  ],
  E0604: [edit('ref = { item = "PAYMENT_KEY" }', ['env://PAYMENT_KEY"]', 'env"], ref = { item = "PAYMENT_KEY" }'])],
  E0605: [edit('did you mean `tls`', ['tsl', 'tls'])],
  E0607: [edit('write `{ item = "KEY" }`', ['{ item = "KEY", field = "value" }', '{ item = "KEY" }'])],
  E0608: [edit('write an item that this store can hold', ['../key', 'key'])],
  E0609: [edit('it accepts `token`', ['password', 'token'])],
  E0610: [edit('from a store that needs no credentials', ['"first"', '"keyring"'])],
  E0611: [edit('take it directly from the store', ['"copy"', '"keyring"'])],
  E0612: [
    edit(
      'into its `fallback`',
      ['["main", "env"]', '["main"]'],
      ['uri = "keyring://"', 'fallback = ["keyring", "env"]'],
    ),
    edit(
      'fallback = ["keyring://", "env"]\n    providers = ["main"]',
      ['providers = ["main", "env"]', 'providers = ["main"]'],
      ['uri = "keyring://"', 'fallback = ["keyring://", "env"]'],
    ),
  ],
  E0613: [edit('name the stores directly', ['"other"', '"keyring"'])],
  E0614: [edit('`keyring`', ['env://', 'keyring'])],
  E0615: [edit('name another store as `cache.provider`', ['dotenv:./.env', 'keyring'])],
  E0616: [edit('use the aliases of its stores', ['refs = { main', 'refs = { team'])],
  E0617: [edit('write a number such as `3`', ['three', '3'])],
  W0601: [
    edit('or remove it', ['old = "keyring://"', '']),
    edit('use it in `providers`', ['[providers]', '[defaults]\nproviders = ["old"]\n\n[providers]']),
  ],
  W0602: [edit('remove the duplicate', [', "dotenv"', ''])],
  W0603: [
    edit('a different `ref`', ['true, ref = { item = "shop" } }\nCSRF', 'true, ref = { item = "other" } }\nCSRF']),
  ],
  W0604: [edit('a store that encrypts', ['dotenv://.env', 'keyring'])],
  W0605: [edit('did you mean `keyring`', ['keyrin://', 'keyring://'])],
  W0606: [edit('did you mean `vault`', ['valut', 'vault'])],
  E0701: [edit('type = "password"', ['generate', 'type = "password", generate'])],
  E0702: [edit('set `from` to that secret, and remove `generate`', ['generate = true', 'from = "TLS"'])],
  E0704: [edit('remove it', ['{ length = 64 }', 'true']), edit('options of `hex` are `bytes`', ['length', 'bytes'])],
  E0705: [edit('generate = { command = "..." }', ['true', '{ command = "..." }'])],
  E0707: [
    edit('add `algorithm = "rsa"`', ['{ bits', '{ algorithm = "rsa", bits']),
    edit('remove `bits`', ['{ bits = 4096 }', 'true']),
  ],
  W0905: [edit('`max_size_bytes = 1048576`', ['-1', '1048576'])],
};
