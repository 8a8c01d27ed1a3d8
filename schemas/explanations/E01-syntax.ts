/** Explanations of TOML and templates that cannot be read. */
import { type Explanations, manifest, shell } from './explanation.js';

export const syntax: Explanations = {
  E0101: {
    text: 'The file is not valid TOML, so it could not be parsed and no other problem in it is reported. The caret marks the place where parsing stopped. The error is there or shortly before, often an unclosed quote or bracket.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key of the service }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key of the service" }'),
  },
  E0102: {
    text: 'TOML requires UTF-8, and this file contains other bytes. An editor probably saved it in a legacy encoding. Save the file again as UTF-8, or convert it.',
    wrong: shell('file manifest.toml', 'tool check'),
    right: shell('iconv -f latin1 -t utf-8 manifest.toml > utf8.toml && mv utf8.toml manifest.toml'),
  },
  E0103: {
    text: 'In a `composed` template `${` starts a reference, which ends at the next `}`. This reference is never closed. Write `$$` for a literal dollar sign.',
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
    text: 'A reference in a template has the form `${NAME}`: capital letters, digits and `_`, starting with a letter. Templates support no other expressions, environment variables or commands, so the manifest shows everything that a secret is made of. Write `$$` for a literal dollar sign.',
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
    text: 'Shells support `${NAME:-fallback}`; templates do not. Declare the fallback once, as the `default` of the referenced secret, so that every template that uses it gets the same value.',
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
    text: 'A composed secret is built from other secrets, but this template refers to none. Use `default` for fixed text; a store can then still provide a different value.',
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
    text: 'Shells also expand `$NAME`; templates support only `${NAME}`, so that it is clear where a name ends. This template has no other reference, so its value would be fixed text. Write `$$` for a literal dollar sign.',
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
    text: 'A reference in a template is `${NAME}`; `$NAME` is plain text. It compiles, because a password or a query may contain a dollar sign, but a secret of that name is declared. Add the braces, or write `$$NAME` for the literal text.',
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
