/** The certificate of an identity, without those of its issuers (semantics 9.5). */
import type { SecretValue } from '../values/secret-value.js';
import type { Conversion, Converted } from './secret-type.js';
import { checkedIdentity } from './x509/identity.js';
import { inFormat } from './x509/pem.js';

export function convert(source: SecretValue, { format }: Conversion): Converted {
  return { kind: 'converted', value: inFormat(format, 'CERTIFICATE', checkedIdentity(source).certificate.raw) };
}
