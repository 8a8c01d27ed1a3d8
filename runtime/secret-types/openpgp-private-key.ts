/** OpenPGP keys: a primary key that only certifies, and a subkey per capability (spec 2.8, semantics 9.3). */
import { type Named, own } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { SecretValue } from '../values/secret-value.js';
import { certified } from './openpgp-certificate.js';
import { type KeyCapability, ed25519Keys, type Keys, rsaKeys } from './openpgp-keys.js';
import { countOf, failedBecause, type Generated } from './secret-type.js';

/** In the order of the subkeys. */
const CAPABILITIES: readonly KeyCapability[] = ['sign', 'encrypt'];

export async function generate(options: Named<Json>): Promise<Generated> {
  const userId = own(options, 'user_id');
  if (typeof userId !== 'string') return failedBecause('`user_id` is not a string');
  const listed = own(options, 'capabilities');
  if (!Array.isArray(listed)) return failedBecause('`capabilities` is not a list');
  const keys = await newKeys(
    options,
    CAPABILITIES.filter((one) => listed.includes(one)),
  );
  if (typeof keys === 'string') return failedBecause(keys);
  return { kind: 'generated', value: SecretValue.fromText((await certified(keys, userId)).armor()) };
}

/** The keys, or why there are none. */
async function newKeys(options: Named<Json>, capabilities: readonly KeyCapability[]): Promise<Keys | string> {
  switch (own(options, 'algorithm')) {
    case 'ed25519':
      return ed25519Keys(capabilities);
    case 'rsa': {
      const bits = countOf(options, 'bits');
      return typeof bits === 'string' ? bits : rsaKeys(bits, capabilities);
    }
    default:
      return '`algorithm` is neither `ed25519` nor `rsa`';
  }
}
