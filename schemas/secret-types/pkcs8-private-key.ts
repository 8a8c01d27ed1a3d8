/** The key of an X.509 identity. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const pkcs8PrivateKey = {
  type: 'pkcs8_private_key',
  title: 'PKCS#8 private key',
  role: 'export',
  available: false,
  options: {},
  result: 'text',
  suffix: { default: '.pem', pem: '.pem', der: '.der' },
  formats: ['pem', 'der'],
  credentials: [],
} as const satisfies SecretTypeDescriptor;
