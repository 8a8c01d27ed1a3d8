/** The key of an X.509 identity. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const pkcs8PrivateKey = {
  type: 'pkcs8_private_key',
  title: 'PKCS#8 private key',
  can: ['convert'],
  convertsFrom: ['x509_identity'],
  options: {},
  result: 'text',
  suffix: { default: '.pem', pem: '.pem', der: '.der' },
  formats: ['pem', 'der'],
  roles: [],
} as const satisfies SecretTypeDescriptor;
