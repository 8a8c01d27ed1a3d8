/** Random bytes as hexadecimal digits. */
import { MOST, type SecretTypeDescriptor } from './descriptor.js';

export const hex = {
  type: 'hex',
  title: 'hexadecimal text',
  can: ['generate'],
  convertsFrom: [],
  options: { bytes: { kind: 'count', minimum: 0, maximum: MOST, default: 32 } },
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
