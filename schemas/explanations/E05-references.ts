/** Explanations of names that lead nowhere, cycles, groups and scopes. */
import { type Explanations, manifest } from './explanation.js';

const identity = 'TLS = { description = "Certificate and key", type = "x509_identity" }';

export const references: Explanations = {
  E0501: {
    text: 'A template can refer to the secrets that its profile declares or inherits. At least one profile that uses this template has no secret of this name. Environment variables are never used.',
    wrong: manifest(
      '[profiles.default]',
      'DB_PASSWORD = { description = "Password" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://shop:${DB_PASWORD}@db/shop" }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_PASSWORD = { description = "Password" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://shop:${DB_PASSWORD}@db/shop" }',
    ),
  },
  E0502: {
    text: 'Each of these secrets depends on the next, and the last depends on the first, so none of them can be resolved. Templates, `from` and the roles of typed secrets all count as dependencies. The message shows every step of the cycle.',
    wrong: manifest(
      '[profiles.default]',
      'FIRST = { description = "First half", composed = "${SECOND}-1" }',
      'SECOND = { description = "Second half", composed = "${FIRST}-2" }',
    ),
    right: manifest(
      '[profiles.default]',
      'FIRST = { description = "First half", composed = "${SECOND}-1" }',
      'SECOND = { description = "Second half" }',
    ),
  },
  E0503: {
    text: 'A presence group requires at least one, or exactly one, of its members to have a value. With a single member there is no choice, and the secret is simply required. Often the name of the group is misspelled on another member.',
    wrong: manifest(
      '[profiles.default]',
      'TOKEN = { description = "Token", required = { at_least_one = "login" } }',
      'PASSWORD = { description = "Password", required = { at_least_one = "logins" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'TOKEN = { description = "Token", required = { at_least_one = "login" } }',
      'PASSWORD = { description = "Password", required = { at_least_one = "login" } }',
    ),
  },
  E0504: {
    text: 'All members of a group must use the same mode, because the group is checked as a whole. A secret that belongs to two choices can be a member of two groups with different names.',
    wrong: manifest(
      '[profiles.default]',
      'TOKEN = { description = "Token", required = { at_least_one = "login" } }',
      'PASSWORD = { description = "Password", required = { exactly_one = "login" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'TOKEN = { description = "Token", required = { exactly_one = "login" } }',
      'PASSWORD = { description = "Password", required = { exactly_one = "login" } }',
    ),
  },
  E0505: {
    text: 'A scope lists the secrets that a service needs. It may list a secret that only some profiles declare, but a secret that no profile declares is an error.',
    wrong: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      '',
      '[scopes.web]',
      'secrets = ["APIKEY"]',
    ),
    right: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      '',
      '[scopes.web]',
      'secrets = ["API_KEY"]',
    ),
  },
  E0506: {
    text: '`from` names the secret that this one is derived from. The profile neither declares nor inherits a secret of that name.',
    wrong: manifest(
      '[profiles.default]',
      'CONFIG = { description = "Document" }',
      'DB_USER = { description = "User", from = "CONFG", extract = { format = "json", pointer = "/user" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'CONFIG = { description = "Document" }',
      'DB_USER = { description = "User", from = "CONFIG", extract = { format = "json", pointer = "/user" } }',
    ),
  },
  E0507: {
    text: 'The roles of a typed secret refer to other secrets by name. The profile neither declares nor inherits a secret of this name.',
    wrong: manifest(
      '[profiles.default]',
      'TLS = { description = "Certificate and key", type = "x509_identity", credentials = { password = "PHRASE" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'PHRASE = { description = "Opens the archive" }',
      'TLS = { description = "Certificate and key", type = "x509_identity", credentials = { password = "PHRASE" } }',
    ),
  },
  E0508: {
    text: 'An export takes a part of an `x509_identity`, so its source must have that type. `extract` selects from text, so its source must not be binary.',
    wrong: manifest(
      '[profiles.default]',
      'CONFIG = { description = "Document" }',
      'KEY = { description = "Private key", type = "pkcs8_private_key", from = "CONFIG" }',
    ),
    right: manifest(
      '[profiles.default]',
      identity,
      'KEY = { description = "Private key", type = "pkcs8_private_key", from = "TLS" }',
    ),
  },
  E0509: {
    text: 'A secret that is used in a role must provide text. A secret that is delivered as a file path, or whose value is binary, cannot be used.',
    wrong: manifest(
      '[profiles.default]',
      'PHRASE = { description = "Opens the archive", as_path = true }',
      'TLS = { description = "Certificate and key", type = "x509_identity", credentials = { password = "PHRASE" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'PHRASE = { description = "Opens the archive" }',
      'TLS = { description = "Certificate and key", type = "x509_identity", credentials = { password = "PHRASE" } }',
    ),
  },
  E0510: {
    text: 'The secret says how a part of an identity is exported, with `format` or `credentials`, but not from which identity. Set `from` to the secret that holds it. If the value is stored as it is, remove `format` and `credentials`: the type alone only informs.',
    wrong: manifest(
      '[profiles.default]',
      'KEY = { description = "Private key", type = "pkcs8_private_key", format = "der" }',
    ),
    right: manifest(
      '[profiles.default]',
      identity,
      'KEY = { description = "Private key", type = "pkcs8_private_key", format = "der", from = "TLS" }',
    ),
  },
  W0501: {
    text: 'In a project with scopes, each scope lists what one service needs. This secret is not in any scope, and no secret in a scope is composed or derived from it, so no command with a scope delivers it. That can be intended for a secret that is only used without a scope. Secrets that a parent manifest declares are not reported, because the parent also declares them for other projects.',
    wrong: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      'SENTRY_DSN = { description = "Where errors are reported" }',
      '',
      '[scopes.web]',
      'secrets = ["API_KEY"]',
    ),
    right: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      'SENTRY_DSN = { description = "Where errors are reported" }',
      '',
      '[scopes.web]',
      'secrets = ["API_KEY", "SENTRY_DSN"]',
    ),
  },
  W0502: {
    text: 'According to the manifest, this group is not satisfied. Either two members of an `exactly_one` group always have a value, because they have a `default`; or two could be generated, and none is, because the group would be broken for good, so that the commands that resolve the group fail until the value of one is stored; or no visible member, in the profile or in a scope, can have a value, because its only store is `null`.',
    wrong: manifest(
      '[profiles.default]',
      'REGION = { description = "Region", required = { exactly_one = "place" }, default = "eu" }',
      'ZONE = { description = "Zone", required = { exactly_one = "place" }, default = "eu-1" }',
    ),
    right: manifest(
      '[profiles.default]',
      'REGION = { description = "Region", required = { exactly_one = "place" } }',
      'ZONE = { description = "Zone", required = { exactly_one = "place" } }',
    ),
  },
};
