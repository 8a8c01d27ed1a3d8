/** RSA keys in PKCS#1 PEM (semantics 9.1). */
import type { Named } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { SecretValue } from '../values/secret-value.js';
import { newRsaKey } from './new-key.js';
import { countOf, failedBecause, type Generated } from './secret-type.js';

export async function generate(options: Named<Json>): Promise<Generated> {
  const bits = countOf(options, 'bits');
  if (typeof bits === 'string') return failedBecause(bits);
  const pem = (await newRsaKey(bits)).export({ type: 'pkcs1', format: 'pem' });
  return { kind: 'generated', value: SecretValue.fromText(pem.toString()) };
}
