/** Random bytes in base64. */
import { MOST, type SecretTypeDescriptor } from './descriptor.js';

export const base64 = {
  type: 'base64',
  title: 'base64 text',
  can: ['generate'],
  convertsFrom: [],
  options: { bytes: { kind: 'count', minimum: 0, maximum: MOST, default: 32 } },
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
