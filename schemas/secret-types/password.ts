/** Random characters. */
import { MOST, type SecretTypeDescriptor } from './descriptor.js';

export const password = {
  type: 'password',
  title: 'password',
  can: ['generate'],
  convertsFrom: [],
  options: {
    length: { kind: 'count', minimum: 0, maximum: MOST, default: 32 },
    charset: { kind: 'choice', values: ['alphanumeric', 'ascii'], default: 'alphanumeric' },
  },
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
