/** Explanations of settings of one secret that contradict each other. */
import { type Explanations, manifest } from './explanation.js';

const identity = 'TLS = { description = "Certificate and key", type = "x509_identity" }';

export const declarations: Explanations = {
  E0401: {
    text: 'A secret with a default is always present, so demanding it says nothing, and one of the two was probably not meant. Without `required` a secret with a default is optional.',
    wrong: manifest(
      '[profiles.default]',
      'LOG_LEVEL = { description = "How much to log", required = true, default = "info" }',
    ),
    right: manifest('[profiles.default]', 'LOG_LEVEL = { description = "How much to log", default = "info" }'),
  },
  E0402: {
    text: '`ref` is one address for every store of the chain; `refs` gives an address for each alias. One declaration has one of them. Between profiles they are one setting, too: the more specific profile replaces whichever form the other has.',
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
    text: 'A secret that asks a person gets its value from nowhere else when the stores have none: not from a default, not generated, not selected out of a document, not composed. In a profile that overrides such a secret, `prompt = false` switches the question off.',
    wrong: manifest(
      '[profiles.default]',
      'PIN = { description = "PIN", prompt = true, type = "password", generate = true }',
    ),
    right: manifest('[profiles.default]', 'PIN = { description = "PIN", prompt = true }'),
  },
  E0404: {
    text: 'Only a secret that is required by itself is worth interrupting a person for. An optional one may be missing, and of a presence group another member may have the value.',
    wrong: manifest('[profiles.default]', 'PIN = { description = "PIN", prompt = true, required = false }'),
    right: manifest('[profiles.default]', 'PIN = { description = "PIN", prompt = true }'),
  },
  E0405: {
    text: 'An extracted secret is one value inside a stored document, and the tool does not write documents. So it cannot store what it generates. Generate the secret in an entry of its own, or keep it in the document by other means.',
    wrong: manifest(
      '[profiles.default]',
      'KEY = { description = "Key", type = "hex", generate = true, extract = { format = "json", pointer = "/key" } }',
    ),
    right: manifest('[profiles.default]', 'KEY = { description = "Key", type = "hex", generate = true }'),
  },
  E0406: {
    text: 'A composed secret is made of others by its template and is read-only. A store, a default, a type or an encoding of its own would be a second source. Say these things at the secrets that the template refers to.',
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
    text: 'A secret with `from` is taken out of another secret and has no source of its own: no stores, no address, no default, nothing generated and no question. Say these things at the secret it is taken from.',
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
    text: 'Both would supply a missing value, and the default would always win, so nothing would ever be generated. The default may also be that of the profile, which reaches every secret in it; then give that secret a profile without one, or switch generation off there with `generate = false`.',
    wrong: manifest(
      '[profiles.default]',
      'SALT = { description = "Salt", type = "hex", generate = true, default = "00" }',
    ),
    right: manifest('[profiles.default]', 'SALT = { description = "Salt", type = "hex", generate = true }'),
  },
  E0409: {
    text: 'The defaults of the profile give this secret a value, so the question would never be asked. Switch it off in this profile, or take the default out of the profile.',
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
    text: '`from` says what a secret is taken from. How is said by exactly one of two things: `extract`, which selects a value of a document, or an export type such as `pkcs8_private_key`, which takes a part of an identity.',
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
    text: '`format` chooses how an export is spelled. Some types have one spelling and take no `format`, others take `pem` or `der`; types that are not exported have none.',
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
    text: 'The `credentials` of a typed secret give roles to other secrets, such as the `password` that opens an archive. Which roles there are depends on the type; most types have none.',
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
    text: 'An identity is a binary archive with a certificate and its key. No text of a manifest and no answer of a person can be one, so it has neither `default` nor `prompt`: it is stored, or generated.',
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
    text: '`encoding` says how bytes are spelled as text. What is derived here is text already. Where a derived value is binary, as with `format = "der"`, `encoding` is allowed.',
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
    text: 'A manifest is checked in, so a default is read by everybody who can read the repository, now and in its history. The secret is named like a credential, judged by whole words such as `PASSWORD`, `TOKEN` or `API_KEY`, or the default is a URL with a user and a password. Names of something about a credential, such as `TOKEN_URL` or `PASSWORD_FILE`, are left alone. If the value must be known to everybody, as in tests, let a store such as a checked-in `.env.test` hold it.',
    wrong: manifest(
      '[profiles.default]',
      'DB_PASSWORD = { description = "Password of the database", default = "hunter2" }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_PASSWORD = { description = "Password of the database", providers = ["keyring"] }',
    ),
  },
};
