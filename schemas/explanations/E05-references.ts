/** Explanations of names that lead nowhere, cycles, groups and scopes. */
import { type Explanations, manifest } from './explanation.js';

const identity = 'TLS = { description = "Certificate and key", type = "x509_identity" }';

export const references: Explanations = {
  E0501: {
    text: 'A template may refer to every secret that its profile has, declared there or inherited. This name is none of them in at least one profile in which the template holds. Variables of the environment are never consulted.',
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
    text: 'Each of these secrets is made of the next, and the last of the first, so none can be made before the others. Templates, `from` and the roles of typed secrets count alike. Each step of the way is shown.',
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
    text: 'A presence group offers a choice: at least one, or exactly one, of its members must have a value. With a single member there is nothing to choose, and the secret is simply required. Often the name of the group was mistyped at one of the members.',
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
    text: 'All members of a group use it the same way, because the group is judged as a whole. If a secret is to be in two choices, give the choices two names: a secret may be a member of several groups.',
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
    text: 'A scope lists secrets that a service needs. It may name one that only some profiles declare, but a name that no profile declares is a mistake.',
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
    text: '`from` names the secret that this one is taken from. The profile declares no secret of that name, neither itself nor by inheritance.',
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
    text: 'The roles of a typed secret are played by other secrets, named by their bare names. The profile declares no secret of this name.',
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
    text: 'An export takes its part out of an `x509_identity`, so its source must be one. And `extract` selects out of text, so its source must not be binary.',
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
    text: 'Who plays a role hands over a text. A secret that is delivered as the path of a file, or whose value is binary, cannot.',
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
    text: 'Types such as `pkcs8_private_key` are parts of an identity. They are never stored by themselves: name the secret that holds the identity with `from`.',
    wrong: manifest('[profiles.default]', 'KEY = { description = "Private key", type = "pkcs8_private_key" }'),
    right: manifest(
      '[profiles.default]',
      identity,
      'KEY = { description = "Private key", type = "pkcs8_private_key", from = "TLS" }',
    ),
  },
  W0501: {
    text: 'Where a project has scopes, each names what one service needs. This secret is in none of them, and nothing in them is composed or derived from it, so every scoped command leaves it out. That may be meant, for a secret that only people use without a scope. Secrets that a parent manifest declares are not told: the parent declares them for others, too.',
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
    text: 'As far as the manifest tells, this group can never hold. Either two members of an `exactly_one` group always have a value, because they have a `default` or are generated; or none of the members that can be seen, in the profile or in a scope, can have one, because their only store is `null`. Every command that resolves the group fails.',
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
