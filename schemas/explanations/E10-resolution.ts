/** Explanations of values that are missing, or that cannot be decoded, selected, composed or made. */
import { type Explanations, manifest, shell } from './explanation.js';

const identity = 'TLS = { description = "Certificate and key", type = "x509_identity" }';

export const resolution: Explanations = {
  E1001: {
    text: 'Every store of the chain was read successfully and none has a value, and there is no default, generator or prompt that supplies one. A store that fails is reported as E11 instead and stops the command, so that an outage never looks like a missing secret.',
    wrong: shell('tool check'),
    right: shell('tool set API_KEY', 'tool check'),
  },
  E1002: {
    text: 'Of the group members that the scope shows, the wrong number has a value: none for `at_least_one`, or none or more than one for `exactly_one`. Members that the scope hides do not count, even if they have a value.',
    wrong: shell('tool check'),
    right: shell('tool check --explain', 'tool set TOKEN'),
  },
  E1003: {
    text: 'No store has the secret and the manifest declares no default for it. `get` prints one value and, unlike `run`, never prompts.',
    wrong: shell('tool get API_KEY'),
    right: shell('tool set API_KEY', 'tool get API_KEY'),
  },
  E1004: {
    text: 'The manifest declares an encoding, and the stored text is not valid in it. One line ending at the end is accepted, other white space is not. Later stores of the chain are not tried, because this store has a value. `tool set` encodes the values that it stores; values stored by other programs must already be encoded.',
    wrong: shell('echo \'KEY="not base64!"\' >> .env', 'tool get KEY'),
    right: shell('printf %s value | tool set KEY', 'tool get KEY'),
  },
  E1005: {
    text: 'The stored document is not valid JSON or INI, or it has no value at the pointer. Later stores of the chain are not tried, because this store has the document. Its content is secret and is not shown.',
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
    text: 'A template joins text, and the value of this input is not UTF-8 text. If the consumer can read a file, set `as_path = true` on the input, so that the path is inserted.',
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
    text: 'Templates can use each other, and each use multiplies the size. The limit prevents a value from filling the memory; real values are far smaller.',
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
    text: 'The value is missing and could not be generated: for a `command`, it failed, printed nothing, or was not found. What it wrote to stderr is quoted. Nothing was stored.',
    wrong: manifest(
      '[profiles.default]',
      'KEY = { description = "Key", type = "command", generate = { command = "true" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'KEY = { description = "Key", type = "command", generate = { command = "openssl rand -hex 16" } }',
    ),
  },
  E1010: {
    text: 'The answer was empty. It is neither stored nor passed on, so that pressing Enter by accident does not create an empty password.',
    wrong: shell('tool run -- ./deploy'),
    right: shell('tool set PIN', 'tool run -- ./deploy'),
  },
  E1013: {
    text: 'The value is missing and would be generated or prompted for and then stored, but this caller has read-only access. Create it once with a command that may write. Stores that keep nothing, such as `null`, need no permission.',
    wrong: manifest(
      '[profiles.default]',
      'SESSION_KEY = { description = "Key", type = "hex", generate = true, providers = ["keyring"] }',
    ),
    right: shell('tool check'),
  },
  E1014: {
    text: 'All composed values of one command together are limited to 64 MiB, so that a few lines cannot fill the memory. Overlapping values selected from a stored document also count. Real values are far below the limit.',
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
  E1016: {
    text: 'The source has a value, but the wanted form cannot be made of it: it is damaged, its password is another one, or the form cannot hold its kind of key. The reason is given, the value never.',
    wrong: manifest(
      '[profiles.default]',
      identity,
      'KEY = { description = "Private key", type = "pkcs8_private_key", from = "TLS" }',
    ),
    right: shell('tool set TLS --from-file identity.pfx', 'tool get KEY'),
  },
  E1017: {
    text: 'Values of some types are checked as soon as they are read, so that no program receives a certificate without its key, or one that has expired. Store a value that is valid; without `type`, it is delivered as it is stored.',
    wrong: manifest('[profiles.default]', identity),
    right: shell('tool set TLS --from-file identity.pfx', 'tool check'),
  },
  E1018: {
    text: 'A secret that `credentials` names is passed to programs and formats that cannot hold every value: it must be UTF-8 text of 1 to 1024 bytes without NUL characters. An identity that needs no password has no `credentials`.',
    wrong: shell("echo 'PASSPHRASE=' >> .env", 'tool check'),
    right: shell('tool set PASSPHRASE', 'tool check'),
  },
  W1001: {
    text: 'An empty value is valid: it satisfies a required secret and is delivered. Usually, though, it is a line of a `.env` that was never filled in, so `check` reports it.',
    wrong: shell("echo 'API_KEY=' >> .env", 'tool check'),
    right: shell('tool set API_KEY', 'tool check'),
  },
  W1002: {
    text: 'A composed value is its parts joined, without any encoding. A password with `@` or `/` in `postgres://user:password@host/name` therefore ends the password, and the program connects to another host or fails. `check` and `set` compare each value with its place in the URL: a path may contain `/`, a host its port. Percent codes are left as they are.',
    wrong: shell("tool set DB_PASSWORD 'p@ss/word'", 'tool check'),
    right: shell("tool set DB_PASSWORD 'p%40ss%2Fword'", 'tool check'),
  },
};
