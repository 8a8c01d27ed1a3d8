/** An age identity (X25519). */
import type { SecretTypeDescriptor } from './descriptor.js';

export const ageIdentity = {
  type: 'age_identity',
  title: 'age identity',
  can: ['generate'],
  convertsFrom: [],
  options: {},
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
