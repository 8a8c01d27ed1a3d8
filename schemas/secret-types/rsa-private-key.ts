/** An RSA key in PKCS#1 PEM. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const rsaPrivateKey = {
  type: 'rsa_private_key',
  title: 'RSA private key',
  can: ['generate'],
  convertsFrom: [],
  options: { bits: { kind: 'count', minimum: 512, maximum: 16384, default: 2048 } },
  result: 'text',
  suffix: { default: '.pem' },
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
