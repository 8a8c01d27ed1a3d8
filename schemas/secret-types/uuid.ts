/** A random UUID (version 4). */
import type { SecretTypeDescriptor } from './descriptor.js';

export const uuid = {
  type: 'uuid',
  title: 'UUID',
  can: ['generate'],
  convertsFrom: [],
  options: {},
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
