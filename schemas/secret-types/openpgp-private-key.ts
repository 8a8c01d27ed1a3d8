/** An OpenPGP certificate with its secret keys, armored. */
import type { SecretTypeDescriptor } from './descriptor.js';
import { nameProblem } from './option-text.js';

export const openpgpPrivateKey = {
  type: 'openpgp_private_key',
  title: 'OpenPGP private key',
  can: ['generate'],
  convertsFrom: [],
  options: {
    algorithm: { kind: 'choice', values: ['ed25519', 'rsa'], default: 'ed25519' },
    bits: { kind: 'count', minimum: 2048, maximum: 8192, default: 3072, onlyFor: 'rsa' },
    capabilities: { kind: 'list', values: ['sign', 'encrypt'], default: ['sign', 'encrypt'] },
    user_id: { kind: 'text', required: true, refuses: nameProblem },
  },
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
