/** Explanations of secret types and their options. */
import { type Explanations, manifest } from './explanation.js';

const secret = (settings: string) => manifest('[profiles.default]', `KEY = { description = "Key", ${settings} }`);

export const generation: Explanations = {
  E0701: {
    text: 'What is to be generated depends on the type, and there is none. The type may also be inherited from `[profiles.default]`.',
    wrong: secret('generate = true'),
    right: secret('type = "password", generate = true'),
  },
  E0702: {
    text: 'This type is a part of an identity, such as its certificate or its key. It is exported from the secret that holds the identity, and that one can be generated.',
    wrong: manifest(
      '[profiles.default]',
      'TLS = { description = "Certificate and key", type = "x509_identity" }',
      'KEY = { description = "Key", type = "pkcs8_private_key", generate = true }',
    ),
    right: manifest(
      '[profiles.default]',
      'TLS = { description = "Certificate and key", type = "x509_identity", generate = { san = ["dns:localhost"] } }',
      'KEY = { description = "Key", type = "pkcs8_private_key", from = "TLS" }',
    ),
  },
  E0704: {
    text: 'Options of `generate` belong to certain types: `length` to `password`, `bytes` to `hex` and `base64`, and so on. An option that does nothing for this type is refused, for its author expects that it does.',
    wrong: secret('type = "hex", generate = { length = 64 }'),
    right: secret('type = "hex", generate = { bytes = 32 }'),
  },
  E0705: {
    text: 'Some types cannot be generated without being told more: a `command` needs the command, an OpenPGP key the user it is for, an identity the names it vouches for. For these `generate = true` is not enough.',
    wrong: secret('type = "command", generate = true'),
    right: secret('type = "command", generate = { command = "openssl rand -hex 16" }'),
  },
  E0706: {
    text: 'The type has this option, but not with this value; the message says what it takes. Sizes of keys have a lower limit because smaller ones can be broken.',
    wrong: secret('type = "ssh_private_key", generate = { algorithm = "rsa", bits = 1024 }'),
    right: secret('type = "ssh_private_key", generate = { algorithm = "rsa", bits = 3072 }'),
  },
  E0707: {
    text: 'The option belongs to another algorithm of this type. A key on the curve Ed25519 has one size, so `bits` is for `algorithm = "rsa"` alone.',
    wrong: secret('type = "ssh_private_key", generate = { bits = 4096 }'),
    right: secret('type = "ssh_private_key", generate = { algorithm = "rsa", bits = 4096 }'),
  },
};
