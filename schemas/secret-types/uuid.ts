/** A random UUID (version 4). */
import type { SecretTypeDescriptor } from './descriptor.js';

export const uuid = {
  type: 'uuid',
  title: 'UUID',
  role: 'stored',
  available: true,
  options: {},
  result: 'text',
  formats: [],
  credentials: [],
} as const satisfies SecretTypeDescriptor;
