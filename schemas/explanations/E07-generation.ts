/** Explanations of secret types and their options. */
import { type Explanations, manifest } from './explanation.js';

const secret = (settings: string) => manifest('[profiles.default]', `KEY = { description = "Key", ${settings} }`);

export const generation: Explanations = {
  E0701: {
    text: 'The value to generate depends on the type, but the secret has none. The type can also be inherited from `[profiles.default]`.',
    wrong: secret('generate = true'),
    right: secret('type = "password", generate = true'),
  },
  E0702: {
    text: 'This type is a part of an identity, such as its certificate or its key. It is exported from the secret that holds the identity, and that secret can be generated.',
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
    text: 'Each type has its own options for `generate`: `length` for `password`, `bytes` for `hex` and `base64`, and so on. An option that the type does not have is an error, because it would have no effect.',
    wrong: secret('type = "hex", generate = { length = 64 }'),
    right: secret('type = "hex", generate = { bytes = 32 }'),
  },
  E0705: {
    text: 'Some types need options to be generated: a `command` needs the command, an OpenPGP key its user, an identity its subject names. For these types `generate = true` is not enough.',
    wrong: secret('type = "command", generate = true'),
    right: secret('type = "command", generate = { command = "openssl rand -hex 16" }'),
  },
  E0706: {
    text: 'The type has this option, but does not accept this value; the message shows what is valid. Key sizes have a lower limit because smaller keys can be broken.',
    wrong: secret('type = "ssh_private_key", generate = { algorithm = "rsa", bits = 1024 }'),
    right: secret('type = "ssh_private_key", generate = { algorithm = "rsa", bits = 3072 }'),
  },
  E0707: {
    text: 'The option applies only to another algorithm of this type. Ed25519 keys have a fixed size, for example, so `bits` requires `algorithm = "rsa"`.',
    wrong: secret('type = "ssh_private_key", generate = { bits = 4096 }'),
    right: secret('type = "ssh_private_key", generate = { algorithm = "rsa", bits = 4096 }'),
  },
};
