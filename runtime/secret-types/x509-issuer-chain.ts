/** The certificates of an identity's issuers, in PEM: an empty text if there are none (semantics 9.5). */
import type { SecretValue } from '../values/secret-value.js';
import type { Converted } from './secret-type.js';
import { checkedIdentity } from './x509/identity.js';
import { certificatesInPem } from './x509/pem.js';

export function convert(source: SecretValue): Converted {
  return { kind: 'converted', value: certificatesInPem(checkedIdentity(source).issuers) };
}
