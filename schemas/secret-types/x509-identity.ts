/** A certificate with its key and chain, in one PKCS#12 archive. */
import type { SecretTypeDescriptor } from './descriptor.js';
import { alternativeNameProblem } from './option-text.js';

export const x509Identity = {
  type: 'x509_identity',
  title: 'X.509 identity',
  can: ['generate', 'check'],
  convertsFrom: [],
  options: {
    san: { kind: 'list', required: true, refuses: alternativeNameProblem },
    issuer: { kind: 'choice', values: ['self_signed'], default: 'self_signed' },
    algorithm: { kind: 'choice', values: ['p256'], default: 'p256' },
    usages: { kind: 'list', values: ['server_auth', 'client_auth'], default: ['server_auth'] },
    valid_for: {
      kind: 'text',
      default: '30d',
      refuses: (text) => (/^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)d$/.test(text) ? null : 'be `1d` to `200d`'),
    },
  },
  result: 'binary',
  suffix: { default: '.pfx' },
  formats: [],
  roles: ['password'],
} as const satisfies SecretTypeDescriptor;
