/** The older key derivation of KeePass: AES in rounds (KDBX 3, and KDBX 4 files that keep it). */
import { createCipheriv, createHash } from 'node:crypto';

const BLOCK = 16;
const BLOCKS_AT_ONCE = 65_536;

/**
 * Encrypts both halves of the key `rounds` times. CBC over zeros is the same, because each block is then the encryption of the one
 * before: a megabyte at a time instead of a call for each round. In between, signals are received. Throws the signal's reason.
 */
export async function aesKdf(
  key: Uint8Array,
  { seed, rounds }: { readonly seed: Uint8Array; readonly rounds: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const zeros = new Uint8Array(BLOCK * BLOCKS_AT_ONCE);
  const hash = createHash('sha256');
  for (const half of [key.subarray(0, BLOCK), key.subarray(BLOCK)]) {
    const cipher = createCipheriv('aes-256-cbc', seed, half).setAutoPadding(false);
    let last = half;
    for (let left = rounds; left > 0; left -= BLOCKS_AT_ONCE) {
      last = cipher.update(zeros.subarray(0, BLOCK * Math.min(left, BLOCKS_AT_ONCE))).subarray(-BLOCK);
      await new Promise(setImmediate);
      signal.throwIfAborted();
    }
    hash.update(last);
  }
  return hash.digest();
}
