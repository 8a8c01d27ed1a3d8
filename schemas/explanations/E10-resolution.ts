/** Explanations of values that are missing, or that cannot be decoded, selected, composed or made. */
import { type Explanations, manifest, shell } from './explanation.js';

const identity = 'TLS = { description = "Certificate and key", type = "x509_identity" }';

export const resolution: Explanations = {
  E1001: {
    text: 'Every store of the chain was asked, all of them answered, and none has a value; nor is there a default, a generator or a prompt that supplies one. A store that fails is another matter and stops the command with E11, so that an outage never looks like a missing secret.',
    wrong: shell('tool check'),
    right: shell('tool set API_KEY', 'tool check'),
  },
  E1002: {
    text: 'The members of a presence group that the scope shows are counted: of `at_least_one` none has a value, or of `exactly_one` none or more than one. Members that the scope hides count for nothing, even where they have a value.',
    wrong: shell('tool check'),
    right: shell('tool check --explain', 'tool set TOKEN'),
  },
  E1003: {
    text: 'No store has the secret and the manifest has no default for it. `get` prints one value and never asks or generates, unlike `run` and `check`.',
    wrong: shell('tool get API_KEY'),
    right: shell('tool set API_KEY', 'tool get API_KEY'),
  },
  E1004: {
    text: 'The manifest says that what is stored is encoded, and the stored text is not in that alphabet. One line end behind it is tolerated, other white space is not. The chain does not go on: the store has a value, and it is not understood. `tool set` encodes what it stores; values put there by other means have to be encoded already.',
    wrong: shell('echo \'KEY="not base64!"\' >> .env', 'tool get KEY'),
    right: shell('printf %s value | tool set KEY', 'tool get KEY'),
  },
  E1005: {
    text: 'The stored document is not JSON or INI, or it has nothing at the pointer. The chain does not go on: the store has the document. Nothing of the document is shown, because it is secret.',
    wrong: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User", extract = { format = "json", pointer = "/usr" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_USER = { description = "User", extract = { format = "json", pointer = "/user" } }',
    ),
  },
  E1006: {
    text: 'A template joins texts, and the value of this input is bytes that are no UTF-8 text. If the consumer can read a file, give the input `as_path = true`: then its path is inserted.',
    wrong: manifest(
      '[profiles.default]',
      'KEYSTORE = { description = "Archive" }',
      'OPTIONS = { description = "Options", composed = "--keystore ${KEYSTORE}" }',
    ),
    right: manifest(
      '[profiles.default]',
      'KEYSTORE = { description = "Archive", as_path = true }',
      'OPTIONS = { description = "Options", composed = "--keystore ${KEYSTORE}" }',
    ),
  },
  E1007: {
    text: 'Templates may use each other, and each use multiplies the text. The limit stops a value that would fill the memory; real values are far below it.',
    wrong: manifest(
      '[profiles.default]',
      'ARCHIVE = { description = "Large file" }',
      'TWICE = { description = "Large text", composed = "${ARCHIVE}${ARCHIVE}" }',
    ),
    right: manifest(
      '[profiles.default]',
      'ARCHIVE = { description = "Large file", as_path = true }',
      'TWICE = { description = "Paths", composed = "${ARCHIVE}:${ARCHIVE}" }',
    ),
  },
  E1008: {
    text: 'The value is missing and could not be made. A `command` failed, printed nothing, or was not found; its own words are quoted. Nothing was stored.',
    wrong: manifest(
      '[profiles.default]',
      'KEY = { description = "Key", type = "command", generate = { command = "true" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'KEY = { description = "Key", type = "command", generate = { command = "openssl rand -hex 16" } }',
    ),
  },
  E1009: {
    text: 'The type is known, so the manifest compiles, but this version cannot generate it yet. A value that is stored already is used as it is.',
    wrong: shell('tool check'),
    right: shell('tool set TLS_KEY --from-file key.pem', 'tool check'),
  },
  E1010: {
    text: 'An empty answer was given. It is not stored and not passed on: whoever presses Enter by mistake should not end up with an empty password.',
    wrong: shell('tool run -- ./deploy'),
    right: shell('tool set PIN', 'tool run -- ./deploy'),
  },
  E1011: {
    text: 'The type is known, so the manifest compiles, but this version cannot take this part out of an identity yet. Store the part as a secret of its own.',
    wrong: manifest(
      '[profiles.default]',
      identity,
      'KEY = { description = "Private key", type = "pkcs8_private_key", from = "TLS" }',
    ),
    right: manifest('[profiles.default]', 'KEY = { description = "Private key" }'),
  },
  E1012: {
    text: 'The type is known, so the manifest compiles, but this version cannot check that the stored archive and its key fit together, and does not hand out what it could not check. Without the type the archive is delivered as it is stored.',
    wrong: manifest('[profiles.default]', identity),
    right: manifest('[profiles.default]', 'TLS = { description = "Certificate and key", as_path = true }'),
  },
  E1013: {
    text: 'The value is missing, would be generated or asked for, and would then be stored; but this caller may only read. Provision it once with a command that may write. A store that keeps nothing, such as `null`, is not written to and needs no permission.',
    wrong: manifest(
      '[profiles.default]',
      'SESSION_KEY = { description = "Key", type = "hex", generate = true, providers = ["keyring"] }',
    ),
    right: shell('tool check'),
  },
  E1014: {
    text: 'The composed values of one command are limited together as well: 64 MiB, so that a few lines cannot fill the memory. What secrets select from a stored document counts too where it overlaps. Real values are far below the limit.',
    wrong: manifest(
      '[profiles.default]',
      'ARCHIVE = { description = "Large file" }',
      'ONE = { description = "Copy", composed = "${ARCHIVE}" }',
      'TWO = { description = "Copy of the copy", composed = "${ONE}" }',
    ),
    right: manifest(
      '[profiles.default]',
      'ARCHIVE = { description = "Large file", as_path = true }',
      'ONE = { description = "Path of the file", composed = "${ARCHIVE}" }',
    ),
  },
  E1015: {
    text: 'The values that one command hands out are limited to 64 MiB together, so that a manifest that names one large entry many times cannot fill the memory. No environment takes as much; secrets with `as_path = true` do not count.',
    wrong: manifest(
      '[profiles.default]',
      'ARCHIVE = { description = "Large file", providers = ["file:./values"] }',
      'COPY = { description = "The same", providers = ["file:./values"], ref = { item = "ARCHIVE" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'ARCHIVE = { description = "Large file", providers = ["file:./values"], as_path = true }',
    ),
  },
  W1001: {
    text: 'An empty value is a value: it satisfies a required secret and is delivered as it is. More often it is a line of a `.env` that was never filled in, so `check` says so.',
    wrong: shell("echo 'API_KEY=' >> .env", 'tool check'),
    right: shell('tool set API_KEY', 'tool check'),
  },
};
