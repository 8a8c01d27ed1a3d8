/** X25519 (RFC 7748) on raw keys, as file formats hold them. */
import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';

/** What precedes the 32 bytes of a key in DER: PKCS #8 and SPKI (RFC 8410). */
const PRIVATE = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b656e032100', 'hex');

/** The public half of a private key. */
export function publicHalf(privateKey: Uint8Array): Buffer {
  return createPublicKey(asPrivate(privateKey)).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length);
}

/** Null for the few public keys that give the same secret with every private key. */
export function sharedSecret(privateKey: Uint8Array, publicKey: Uint8Array): Buffer | null {
  try {
    const shared = diffieHellman({ privateKey: asPrivate(privateKey), publicKey: asPublic(publicKey) });
    return shared.every((byte) => byte === 0) ? null : shared;
  } catch {
    return null;
  }
}

function asPrivate(bytes: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE, bytes]), format: 'der', type: 'pkcs8' });
}

function asPublic(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC, bytes]), format: 'der', type: 'spki' });
}
