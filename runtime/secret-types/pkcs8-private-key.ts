/** The key of an identity, in PKCS#8 (semantics 9.5). */
import type { SecretValue } from '../values/secret-value.js';
import type { Conversion, Converted } from './secret-type.js';
import { checkedIdentity } from './x509/identity.js';
import { inFormat } from './x509/pem.js';

export function convert(source: SecretValue, { format }: Conversion): Converted {
  const der = checkedIdentity(source).key.export({ type: 'pkcs8', format: 'der' });
  return { kind: 'converted', value: inFormat(format, 'PRIVATE KEY', der) };
}
