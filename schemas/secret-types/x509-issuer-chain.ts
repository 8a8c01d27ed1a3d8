/** The certificates of the issuers of an X.509 identity. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const x509IssuerChain = {
  type: 'x509_issuer_chain',
  title: 'X.509 issuer chain',
  can: ['convert'],
  convertsFrom: ['x509_identity'],
  options: {},
  result: 'text',
  suffix: { default: '.pem', pem: '.pem' },
  formats: ['pem'],
  roles: [],
} as const satisfies SecretTypeDescriptor;
