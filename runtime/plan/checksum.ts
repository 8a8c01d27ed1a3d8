/** A check against accidents, over 32-bit words: any one changed word is noticed. Not against an adversary. */

const START = 0x811c9dc5;
const PRIME = 0x01000193;

/** `bytes` has a length that is a multiple of four. The number depends on this machine's byte order. */
export function checksum(bytes: Uint8Array): number {
  const aligned = bytes.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / Uint32Array.BYTES_PER_ELEMENT);
  let sum = START;
  // Each step is a bijection of the sum, so that a difference, once there, stays.
  for (let index = 0; index < words.length; index++) sum = Math.imul(sum ^ (words[index] ?? 0), PRIME);
  return sum >>> 0;
}

/** 8 hex digits for a text; whoever must be sure compares the text itself. */
export function textDigest(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
  bytes.copy(padded);
  return checksum(padded).toString(16).padStart(8, '0');
}
