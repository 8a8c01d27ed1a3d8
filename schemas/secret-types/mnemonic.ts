/** Words with a checksum (BIP-39). */
import type { SecretTypeDescriptor } from './descriptor.js';

export const mnemonic = {
  type: 'mnemonic',
  title: 'mnemonic',
  can: ['generate'],
  convertsFrom: [],
  options: {
    words: { kind: 'count', minimum: 12, maximum: 24, values: [12, 15, 18, 21, 24], default: 24 },
    algorithm: { kind: 'choice', values: ['bip39'], default: 'bip39' },
    language: { kind: 'choice', values: ['english'], default: 'english' },
  },
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
