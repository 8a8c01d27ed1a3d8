/** OpenSSH keys, Ed25519 or RSA, without a passphrase (spec 2.8, semantics 9.3). */
import type { JsonWebKey } from 'node:crypto';
import { type Named, own } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { SecretValue } from '../values/secret-value.js';
import { newEd25519Key, newRsaKey, numbersOf } from './new-key.js';
import { field, integerField, opensshPem, type SshKey } from './openssh-format.js';
import { countOf, failedBecause, type Generated } from './secret-type.js';

export async function generate(options: Named<Json>): Promise<Generated> {
  const comment = own(options, 'comment');
  if (typeof comment !== 'string') return failedBecause('`comment` is not a string');
  const key = await newKey(options);
  if (typeof key === 'string') return failedBecause(key);
  return { kind: 'generated', value: SecretValue.fromText(opensshPem(key, comment)) };
}

/** The key, or why there is none. */
async function newKey(options: Named<Json>): Promise<SshKey | string> {
  switch (own(options, 'algorithm')) {
    case 'ed25519':
      return ed25519Key(numbersOf(await newEd25519Key()));
    case 'rsa': {
      const bits = countOf(options, 'bits');
      return typeof bits === 'string' ? bits : rsaKey(numbersOf(await newRsaKey(bits)));
    }
    default:
      return '`algorithm` is neither `ed25519` nor `rsa`';
  }
}

function ed25519Key({ x, d }: JsonWebKey): SshKey {
  const [publicKey, seed] = [bytesOf(x), bytesOf(d)];
  const publicField = field(publicKey);
  const privateField = field(Buffer.concat([seed, publicKey]));
  return { algorithm: 'ssh-ed25519', publicFields: [publicField], privateFields: [publicField, privateField] };
}

function rsaKey(key: JsonWebKey): SshKey {
  const integers = (...numbers: readonly (string | undefined)[]) => numbers.map((one) => integerField(bytesOf(one)));
  const { n, e, d, qi, p, q } = key;
  return { algorithm: 'ssh-rsa', publicFields: integers(e, n), privateFields: integers(n, e, d, qi, p, q) };
}

function bytesOf(number: string | undefined): Buffer {
  if (number === undefined) throw new Error('a number of the key is missing');
  return Buffer.from(number, 'base64url');
}
