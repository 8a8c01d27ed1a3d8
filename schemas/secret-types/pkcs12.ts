/** An X.509 identity as a PKCS#12 archive. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const pkcs12 = {
  type: 'pkcs12',
  title: 'PKCS#12 archive',
  role: 'export',
  available: false,
  options: {},
  result: 'binary',
  suffix: { default: '.pfx' },
  formats: [],
  credentials: ['password'],
} as const satisfies SecretTypeDescriptor;
