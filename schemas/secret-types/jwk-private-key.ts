/** A signing key as a JSON Web Key. */
import type { SecretTypeDescriptor } from './descriptor.js';
import { nameProblem } from './option-text.js';

export const jwkPrivateKey = {
  type: 'jwk_private_key',
  title: 'JSON Web Key',
  can: ['generate'],
  convertsFrom: [],
  options: {
    algorithm: { kind: 'choice', values: ['ed25519', 'p256', 'rsa'], default: 'ed25519' },
    bits: { kind: 'count', minimum: 2048, maximum: 8192, default: 3072, onlyFor: 'rsa' },
    kid: { kind: 'text', refuses: nameProblem },
  },
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
