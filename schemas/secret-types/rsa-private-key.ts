/** An RSA key in PKCS#1 PEM. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const rsaPrivateKey = {
  type: 'rsa_private_key',
  title: 'RSA private key',
  role: 'stored',
  available: false,
  options: { bits: { kind: 'count', minimum: 512, maximum: 16384, default: 2048 } },
  result: 'text',
  suffix: { default: '.pem' },
  formats: [],
  credentials: [],
} as const satisfies SecretTypeDescriptor;
