/** age identities (X25519), on one line without its end (semantics 9.4). */
import { generateX25519Identity } from 'age-encryption';
import { SecretValue } from '../values/secret-value.js';
import type { Generated } from './secret-type.js';

export async function generate(): Promise<Generated> {
  return { kind: 'generated', value: SecretValue.fromText(await generateX25519Identity()) };
}
