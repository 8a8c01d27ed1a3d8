/** The certificate of an X.509 identity and those of its issuers. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const x509CertificateChain = {
  type: 'x509_certificate_chain',
  title: 'X.509 certificate chain',
  can: ['convert'],
  convertsFrom: ['x509_identity'],
  options: {},
  result: 'text',
  suffix: { default: '.pem', pem: '.pem' },
  formats: ['pem'],
  roles: [],
} as const satisfies SecretTypeDescriptor;
