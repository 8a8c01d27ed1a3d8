/**
 * ChaCha20-Poly1305 (RFC 8439), opened by the runtime: Node has it among its ciphers, and Bun for Web Crypto alone. A library takes
 * longer to load and to become fast than all else in a run, and is asked only where neither is there.
 */
import { createDecipheriv, webcrypto } from 'node:crypto';

const NAME = 'chacha20-poly1305';
const TAG_BYTES = 16;

/** Null if the bytes were not sealed with this key. */
export async function openedChaCha(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Promise<Uint8Array | null> {
  if (sealed.length < TAG_BYTES) return null;
  try {
    const decipher = decipherOf(key, nonce);
    if (decipher === null) return await openedOtherwise(key, nonce, sealed);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function decipherOf(key: Uint8Array, nonce: Uint8Array) {
  try {
    return createDecipheriv(NAME, key, nonce, { authTagLength: TAG_BYTES });
  } catch {
    return null;
  }
}

async function openedOtherwise(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Promise<Uint8Array> {
  const { subtle } = webcrypto;
  // A format that the types of Node do not know yet.
  const imported = await subtle.importKey('raw-secret' as 'raw', key, NAME, false, ['decrypt']).catch(() => null);
  if (imported !== null) return new Uint8Array(await subtle.decrypt({ name: NAME, iv: nonce }, imported, sealed));
  const { chacha20poly1305 } = await import('@noble/ciphers/chacha.js');
  return chacha20poly1305(key, nonce).decrypt(sealed);
}
