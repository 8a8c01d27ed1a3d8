/** Words of a list, joined. */
import type { SecretTypeDescriptor } from './descriptor.js';
import { controlProblem } from './option-text.js';

export const passphrase = {
  type: 'passphrase',
  title: 'passphrase',
  can: ['generate'],
  convertsFrom: [],
  options: {
    words: { kind: 'count', minimum: 6, maximum: 64, default: 7 },
    separator: { kind: 'text', default: '-', refuses: (text) => (text === '' ? 'not be empty' : controlProblem(text)) },
  },
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
