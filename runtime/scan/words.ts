/** Bytes four at a time, where a processor loads them at once. */

export const WORD_BYTES = 4;

export interface Words {
  readonly words: Int32Array;
  /** The position of the first word: bytes before it and after the last one are in none. */
  readonly origin: number;
}

export function wordsOf({ buffer, byteOffset, length }: Uint8Array): Words {
  const origin = Math.min(length, (WORD_BYTES - (byteOffset % WORD_BYTES)) % WORD_BYTES);
  // An empty view may begin anywhere.
  if (length - origin < WORD_BYTES) return { words: new Int32Array(0), origin };
  return { words: new Int32Array(buffer, byteOffset + origin, Math.floor((length - origin) / WORD_BYTES)), origin };
}

/** The word that these bytes are in memory, on whatever machine. */
export function wordOf(bytes: readonly number[]): number {
  return new Int32Array(Uint8Array.from(bytes).buffer)[0] ?? 0;
}

/** Where the lower half of a word is the first pair of its bytes, as on nearly all machines. */
export const IS_LITTLE_ENDIAN = wordOf([1, 0, 0, 0]) === 1;

/** Half a word. */
export function pairOf(first: number, second: number): number {
  return IS_LITTLE_ENDIAN ? first | (second << 8) : (first << 8) | second;
}

/** The first two bytes of a word. */
export function firstPairOf(word: number): number {
  return IS_LITTLE_ENDIAN ? word & 0xffff : word >>> 16;
}

/** The last two bytes of a word. */
export function lastPairOf(word: number): number {
  return IS_LITTLE_ENDIAN ? word >>> 16 : word & 0xffff;
}
