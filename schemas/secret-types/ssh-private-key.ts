/** An OpenSSH key. */
import type { SecretTypeDescriptor } from './descriptor.js';
import { controlProblem } from './option-text.js';

export const sshPrivateKey = {
  type: 'ssh_private_key',
  title: 'OpenSSH private key',
  can: ['generate'],
  convertsFrom: [],
  options: {
    algorithm: { kind: 'choice', values: ['ed25519', 'rsa'], default: 'ed25519' },
    bits: { kind: 'count', minimum: 2048, maximum: 8192, default: 3072, onlyFor: 'rsa' },
    comment: { kind: 'text', default: '', refuses: controlProblem },
  },
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
