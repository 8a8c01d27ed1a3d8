/** Explanations of TOML and templates that cannot be read. */
import { type Explanations, manifest, shell } from './explanation.js';

export const syntax: Explanations = {
  E0101: {
    text: 'The file is not TOML, so nothing in it could be understood and nothing else is reported about it. The caret stands where reading stopped: the mistake is there or shortly before, often a quote or a bracket that was never closed.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key of the service }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key of the service" }'),
  },
  E0102: {
    text: 'Manifests are UTF-8, as TOML demands. This file has bytes that are not, which usually means that an editor saved it in the encoding of another system. Save it again as UTF-8, or convert it.',
    wrong: shell('file manifest.toml', 'tool check'),
    right: shell('iconv -f latin1 -t utf-8 manifest.toml > utf8.toml && mv utf8.toml manifest.toml'),
  },
  E0103: {
    text: 'In a `composed` template `${` starts a reference, which ends at the next `}`. Here the text ends first. A literal dollar sign is written `$$`.',
    wrong: manifest(
      '[profiles.default]',
      'DB_PASSWORD = { description = "Password" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://shop:${DB_PASSWORD@db/shop" }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_PASSWORD = { description = "Password" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://shop:${DB_PASSWORD}@db/shop" }',
    ),
  },
  E0104: {
    text: 'A reference in a template is `${NAME}` and nothing else: capital letters, digits and `_`, starting with a letter. Templates know no other expressions, no ambient variables and no commands, so that what a secret is made of can be read off the manifest. A literal dollar sign is written `$$`.',
    wrong: manifest(
      '[profiles.default]',
      'DB_PASSWORD = { description = "Password" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://shop:${db-password}@db/shop" }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_PASSWORD = { description = "Password" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://shop:${DB_PASSWORD}@db/shop" }',
    ),
  },
  E0105: {
    text: 'Shells know `${NAME:-fallback}`; templates do not. What happens when a value is missing is said once, at the secret itself, so that every template that uses it agrees.',
    wrong: manifest(
      '[profiles.default]',
      'DB_HOST = { description = "Host" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://${DB_HOST:-localhost}/shop" }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_HOST = { description = "Host", default = "localhost" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://${DB_HOST}/shop" }',
    ),
  },
  E0106: {
    text: 'A composed secret is made of other secrets. A template without a reference is a fixed text, and a fixed text is what `default` is for: a store may then still hold another value.',
    wrong: manifest(
      '[profiles.default]',
      'DATABASE_URL = { description = "Connection", composed = "postgres://db/shop" }',
    ),
    right: manifest(
      '[profiles.default]',
      'DATABASE_URL = { description = "Connection", default = "postgres://db/shop" }',
    ),
  },
  E0107: {
    text: 'Shells also know `$NAME`; templates know `${NAME}` alone, so that it is plain where a name ends. A template that refers to nothing but `$NAME` would be a fixed text. A literal dollar sign is written `$$`.',
    wrong: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User" }',
      'DB_PASSWORD = { description = "Password" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://$DB_USER@db/shop" }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User" }',
      'DB_PASSWORD = { description = "Password" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://${DB_USER}@db/shop" }',
    ),
  },
  W0101: {
    text: 'A reference in a template is `${NAME}`; `$NAME` is plain text. It compiles, because a password or a query may hold a dollar sign, but a secret of that name is declared. Add the braces, or write `$$NAME` for the text.',
    wrong: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User" }',
      'DB_PASSWORD = { description = "Password" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://${DB_USER}:$DB_PASSWORD@db/shop" }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User" }',
      'DB_PASSWORD = { description = "Password" }',
      'DATABASE_URL = { description = "Connection", composed = "postgres://${DB_USER}:${DB_PASSWORD}@db/shop" }',
    ),
  },
};
