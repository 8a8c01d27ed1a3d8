/** Random bytes in base64. */
import { MOST, type SecretTypeDescriptor } from './descriptor.js';

export const base64 = {
  type: 'base64',
  title: 'base64 text',
  role: 'stored',
  available: true,
  options: { bytes: { kind: 'count', minimum: 0, maximum: MOST, default: 32 } },
  result: 'text',
  formats: [],
  credentials: [],
} as const satisfies SecretTypeDescriptor;
