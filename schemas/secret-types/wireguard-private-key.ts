/** A WireGuard key in base64. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const wireguardPrivateKey = {
  type: 'wireguard_private_key',
  title: 'WireGuard private key',
  role: 'stored',
  available: false,
  options: {},
  result: 'text',
  formats: [],
  credentials: [],
} as const satisfies SecretTypeDescriptor;
