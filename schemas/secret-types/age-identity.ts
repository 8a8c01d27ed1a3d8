/** An age identity (X25519). */
import type { SecretTypeDescriptor } from './descriptor.js';

export const ageIdentity = {
  type: 'age_identity',
  title: 'age identity',
  role: 'stored',
  available: false,
  options: {},
  result: 'text',
  formats: [],
  credentials: [],
} as const satisfies SecretTypeDescriptor;
