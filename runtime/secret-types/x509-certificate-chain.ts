/** The certificate of an identity, then those of its issuers, in PEM (semantics 9.5). */
import type { SecretValue } from '../values/secret-value.js';
import type { Converted } from './secret-type.js';
import { checkedIdentity } from './x509/identity.js';
import { certificatesInPem } from './x509/pem.js';

export function convert(source: SecretValue): Converted {
  const { certificate, issuers } = checkedIdentity(source);
  return { kind: 'converted', value: certificatesInPem([certificate, ...issuers]) };
}
