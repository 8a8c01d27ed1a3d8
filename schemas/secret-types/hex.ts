/** Random bytes as hexadecimal digits. */
import { MOST, type SecretTypeDescriptor } from './descriptor.js';

export const hex = {
  type: 'hex',
  title: 'hexadecimal text',
  role: 'stored',
  available: true,
  options: { bytes: { kind: 'count', minimum: 0, maximum: MOST, default: 32 } },
  result: 'text',
  formats: [],
  credentials: [],
} as const satisfies SecretTypeDescriptor;
