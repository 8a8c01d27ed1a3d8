/** Explanations of settings of one secret that contradict each other. */
import { type Explanations, manifest } from './explanation.js';

const identity = 'TLS = { description = "Certificate and key", type = "x509_identity" }';

export const declarations: Explanations = {
  E0401: {
    text: 'A secret with a default always has a value, so `required = true` has no effect, and one of the two was probably not intended. Without `required`, a secret with a default is optional.',
    wrong: manifest(
      '[profiles.default]',
      'LOG_LEVEL = { description = "How much to log", required = true, default = "info" }',
    ),
    right: manifest('[profiles.default]', 'LOG_LEVEL = { description = "How much to log", default = "info" }'),
  },
  E0402: {
    text: '`ref` is one address for every store of the chain; `refs` gives an address for each alias. A declaration can have only one of them. Between profiles they count as one setting, too: whichever form the more specific profile uses replaces the other.',
    wrong: manifest(
      '[defaults]',
      'providers = ["team"]',
      '',
      '[providers]',
      'team = "keyring://"',
      '',
      '[profiles.default]',
      'API_KEY = { description = "Key", ref = { item = "key" }, refs = { team = { item = "api-key" } } }',
    ),
    right: manifest(
      '[defaults]',
      'providers = ["team"]',
      '',
      '[providers]',
      'team = "keyring://"',
      '',
      '[profiles.default]',
      'API_KEY = { description = "Key", refs = { team = { item = "api-key" } } }',
    ),
  },
  E0403: {
    text: 'A secret with a prompt has no other source when the stores have no value: it cannot have a default, and it cannot be generated, extracted or composed. If a profile overrides such a secret, set `prompt = false` there.',
    wrong: manifest(
      '[profiles.default]',
      'PIN = { description = "PIN", prompt = true, type = "password", generate = true }',
    ),
    right: manifest('[profiles.default]', 'PIN = { description = "PIN", prompt = true }'),
  },
  E0404: {
    text: 'Only a secret that is itself required can prompt. An optional secret may be missing, and in a presence group another member may have a value.',
    wrong: manifest('[profiles.default]', 'PIN = { description = "PIN", prompt = true, required = false }'),
    right: manifest('[profiles.default]', 'PIN = { description = "PIN", prompt = true }'),
  },
  E0405: {
    text: 'An extracted secret is one value inside a stored document, and the tool does not modify documents, so it could not store a generated value. Generate the secret in a separate entry, or edit the document yourself.',
    wrong: manifest(
      '[profiles.default]',
      'KEY = { description = "Key", type = "hex", generate = true, extract = { format = "json", pointer = "/key" } }',
    ),
    right: manifest('[profiles.default]', 'KEY = { description = "Key", type = "hex", generate = true }'),
  },
  E0406: {
    text: 'A composed secret is built from other secrets by its template and is read-only. A store, default, type or encoding would be a second source. Declare them on the secrets that the template refers to.',
    wrong: manifest(
      '[profiles.default]',
      'DB_NAME = { description = "Database" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://db/${DB_NAME}", providers = ["keyring"] }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_NAME = { description = "Database", providers = ["keyring"] }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://db/${DB_NAME}" }',
    ),
  },
  E0407: {
    text: 'A secret with `from` is derived from another secret and has no source of its own: it cannot have stores, an address, a default, `generate` or `prompt`. Declare them on the secret that it is derived from.',
    wrong: manifest(
      '[profiles.default]',
      'CONFIG = { description = "Document" }',
      'DB_USER = { description = "User", from = "CONFIG", extract = { format = "json", pointer = "/user" }, providers = ["env"] }',
    ),
    right: manifest(
      '[profiles.default]',
      'CONFIG = { description = "Document", providers = ["env"] }',
      'DB_USER = { description = "User", from = "CONFIG", extract = { format = "json", pointer = "/user" } }',
    ),
  },
  E0408: {
    text: 'Both settings supply a missing value, and the default always takes precedence, so nothing would ever be generated. The default may also come from the `[defaults]` of the profile, which apply to every secret in it. In that case remove the profile default, or set `generate = false` in this profile.',
    wrong: manifest(
      '[profiles.default]',
      'SALT = { description = "Salt", type = "hex", generate = true, default = "00" }',
    ),
    right: manifest('[profiles.default]', 'SALT = { description = "Salt", type = "hex", generate = true }'),
  },
  E0409: {
    text: 'The defaults of the profile give this secret a value, so it would never prompt. Set `prompt = false` in this profile, or remove the default from the profile.',
    wrong: manifest(
      '[profiles.default]',
      'PIN = { description = "PIN", prompt = true }',
      '',
      '[profiles.test.defaults]',
      'default = "0000"',
    ),
    right: manifest(
      '[profiles.default]',
      'PIN = { description = "PIN", prompt = true }',
      '',
      '[profiles.test]',
      'PIN = { prompt = false }',
      '',
      '[profiles.test.defaults]',
      'default = "0000"',
    ),
  },
  E0410: {
    text: '`from` names the source of a derived secret. A second setting selects the part to take, and there must be exactly one: `extract`, which selects a value from a document, or an export type such as `pkcs8_private_key`, which exports a part of an identity.',
    wrong: manifest(
      '[profiles.default]',
      'CONFIG = { description = "Document" }',
      'DB_USER = { description = "User", from = "CONFIG" }',
    ),
    right: manifest(
      '[profiles.default]',
      'CONFIG = { description = "Document" }',
      'DB_USER = { description = "User", from = "CONFIG", extract = { format = "json", pointer = "/user" } }',
    ),
  },
  E0411: {
    text: '`format` selects the serialization of an export. Some types have only one and do not accept `format`, others accept `pem` or `der`. Types that are not exported have no format.',
    wrong: manifest(
      '[profiles.default]',
      identity,
      'CERT = { description = "Certificate", type = "x509_certificate", from = "TLS", format = "p12" }',
    ),
    right: manifest(
      '[profiles.default]',
      identity,
      'CERT = { description = "Certificate", type = "x509_certificate", from = "TLS", format = "pem" }',
    ),
  },
  E0412: {
    text: 'The `credentials` of a typed secret assign roles to other secrets, such as the `password` that opens an archive. The roles depend on the type; most types have none.',
    wrong: manifest(
      '[profiles.default]',
      'PASSPHRASE = { description = "Opens the archive" }',
      'TLS = { description = "Certificate and key", type = "x509_identity", credentials = { pin = "PASSPHRASE" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'PASSPHRASE = { description = "Opens the archive" }',
      'TLS = { description = "Certificate and key", type = "x509_identity", credentials = { password = "PASSPHRASE" } }',
    ),
  },
  E0413: {
    text: 'An identity is a binary archive with a certificate and its key. Text in a manifest or typed at a prompt cannot be one, so an identity has no `default` and no `prompt`: it is stored or generated.',
    wrong: manifest(
      '[profiles.default]',
      'TLS = { description = "Certificate and key", type = "x509_identity", prompt = true }',
    ),
    right: manifest(
      '[profiles.default]',
      'TLS = { description = "Certificate and key", type = "x509_identity", generate = { san = ["dns:localhost"] } }',
    ),
  },
  E0414: {
    text: '`encoding` declares how bytes are stored as text. This derived value already is text. Binary derived values, such as those with `format = "der"`, can have an `encoding`.',
    wrong: manifest(
      '[profiles.default]',
      'CONFIG = { description = "Document" }',
      'DB_USER = { description = "User", from = "CONFIG", extract = { format = "json", pointer = "/user" }, encoding = "hex" }',
    ),
    right: manifest(
      '[profiles.default]',
      'CONFIG = { description = "Document" }',
      'DB_USER = { description = "User", from = "CONFIG", extract = { format = "json", pointer = "/user" } }',
    ),
  },
  W0401: {
    text: 'Manifests are checked in, so anyone who can read the repository or its history can read a default. Either the name of the secret looks like that of a credential, because it contains a whole word such as `PASSWORD`, `TOKEN` or `API_KEY`, or the default is a URL with a user name and a password. Names of related settings, such as `TOKEN_URL` or `PASSWORD_FILE`, are not reported. If the value is not secret, for example in tests, keep it in a checked-in store such as `.env.test`, or accept the warning with a comment `# tool: allow W0401`.',
    wrong: manifest(
      '[profiles.default]',
      'DB_PASSWORD = { description = "Password of the database", default = "hunter2" }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_PASSWORD = { description = "Password of the database", providers = ["keyring"] }',
    ),
  },
  W0402: {
    text: 'One declaration says `required = true`, and another one, of `default` or in the defaults of the profile, has a default. A profile overrides single fields, so the default stays in force: where no store has the value, the profile gets the default instead of an error. Declare the default only in the profiles that are meant to have it.',
    wrong: manifest(
      '[profiles.default]',
      'DB_HOST = { description = "Database host", default = "localhost" }',
      '',
      '[profiles.production]',
      'DB_HOST = { required = true }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_HOST = { description = "Database host" }',
      '',
      '[profiles.development]',
      'DB_HOST = { default = "localhost" }',
    ),
  },
};
