/** A WireGuard key in base64. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const wireguardPrivateKey = {
  type: 'wireguard_private_key',
  title: 'WireGuard private key',
  can: ['generate'],
  convertsFrom: [],
  options: {},
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
