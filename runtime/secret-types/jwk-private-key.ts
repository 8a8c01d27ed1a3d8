/** Signing keys as JSON Web Keys (RFC 7517), compact, for the algorithms of RFC 7518 and RFC 9864 (semantics 9.4). */
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { type Named, own } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { SecretValue } from '../values/secret-value.js';
import { newEd25519Key, newP256Key, newRsaKey, numbersOf } from './new-key.js';
import { countOf, failedBecause, type Generated } from './secret-type.js';

interface Algorithm {
  /** The algorithm of signatures, as `alg` names it. */
  readonly alg: string;
  /** What describes the key, the parts that are public first. */
  readonly members: readonly (keyof JsonWebKey)[];
}
const ED25519: Algorithm = { alg: 'Ed25519', members: ['crv', 'x', 'd'] };
const P256: Algorithm = { alg: 'ES256', members: ['crv', 'x', 'y', 'd'] };
const RSA: Algorithm = { alg: 'RS256', members: ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] };

export async function generate(options: Named<Json>): Promise<Generated> {
  switch (own(options, 'algorithm')) {
    case 'ed25519':
      return signingKey(options, ED25519, await newEd25519Key());
    case 'p256':
      return signingKey(options, P256, await newP256Key());
    case 'rsa': {
      const bits = countOf(options, 'bits');
      return typeof bits === 'string' ? failedBecause(bits) : signingKey(options, RSA, await newRsaKey(bits));
    }
    default:
      return failedBecause('`algorithm` is none of `ed25519`, `p256` and `rsa`');
  }
}

/** In an order of our own, so that both runtimes print the same. */
function signingKey(options: Named<Json>, { alg, members }: Algorithm, key: KeyObject): Generated {
  const numbers = numbersOf(key);
  const kid = own(options, 'kid');
  const jwk = {
    kty: numbers.kty,
    ...(kid !== undefined && { kid }),
    alg,
    use: 'sig',
    key_ops: ['sign'],
    ...Object.fromEntries(members.map((member) => [member, numbers[member]])),
  };
  return { kind: 'generated', value: SecretValue.fromText(JSON.stringify(jwk)) };
}
