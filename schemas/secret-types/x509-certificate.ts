/** The certificate of an X.509 identity. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const x509Certificate = {
  type: 'x509_certificate',
  title: 'X.509 certificate',
  can: ['convert'],
  convertsFrom: ['x509_identity'],
  options: {},
  result: 'text',
  suffix: { default: '.pem', pem: '.pem', der: '.der' },
  formats: ['pem', 'der'],
  roles: [],
} as const satisfies SecretTypeDescriptor;
