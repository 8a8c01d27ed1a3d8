/** An X.509 identity as a PKCS#12 archive. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const pkcs12 = {
  type: 'pkcs12',
  title: 'PKCS#12 archive',
  can: ['convert'],
  convertsFrom: ['x509_identity'],
  options: {},
  result: 'binary',
  suffix: { default: '.pfx' },
  formats: [],
  roles: ['password'],
} as const satisfies SecretTypeDescriptor;
