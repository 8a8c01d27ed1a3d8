/** What forms begin with: one, two and three bytes; and any three in a row among those that are looked for. */
import type { ByteString } from '../values/byte-string.js';
import { ALL } from './signs.js';
import { PREFIX_BYTES } from './word-filter.js';

export const ASCII = 0x80;
const PAIRS = 2 ** 16;
/** As a processor keeps them at hand: what is told by a bit for each three bytes would be fetched from the memory each time. */
const HASH_BITS = 17;
const FACTOR = 0x9e3779b1;

export class Grams {
  /** By byte: whether it is among the first bytes of a form. */
  readonly isInPrefix = new Uint8Array(ALL.length);
  /** Whether one of them is not ASCII. */
  readonly isBeyondAscii: boolean;
  readonly #firsts = new Uint8Array(ALL.length);
  readonly #pairs = new Uint8Array(PAIRS);
  readonly #triples = new Uint8Array(2 ** (HASH_BITS - 3));
  readonly #inside = new Uint8Array(2 ** (HASH_BITS - 3));

  constructor(forms: Iterable<ByteString>) {
    for (const form of forms) {
      const codes = [...form.slice(0, PREFIX_BYTES)].map((sign) => sign.charCodeAt(0));
      const [first = 0, second = 0, third = 0] = codes;
      this.#firsts[first] = 1;
      this.#pairs[(first << 8) | second] = 1;
      addTriple(this.#triples, first, second, third);
      for (let at = 0; at + 2 < codes.length; at++)
        addTriple(this.#inside, codes[at] ?? 0, codes[at + 1] ?? 0, codes[at + 2] ?? 0);
      for (const code of codes) this.isInPrefix[code] = 1;
    }
    this.isBeyondAscii = this.isInPrefix.subarray(ASCII).includes(1);
  }

  isFirst(byte: number): boolean {
    return this.#firsts[byte] === 1;
  }

  isBeginningPair(first: number, second: number): boolean {
    return this.#pairs[(first << 8) | second] === 1;
  }

  isBeginning(first: number, second: number, third: number): boolean {
    return hasTriple(this.#triples, first, second, third);
  }

  isInside(first: number, second: number, third: number): boolean {
    return hasTriple(this.#inside, first, second, third);
  }
}

function addTriple(triples: Uint8Array, first: number, second: number, third: number): void {
  const hash = hashOf(first, second, third);
  triples[hash >>> 3] = (triples[hash >>> 3] ?? 0) | (1 << (hash & 7));
}

/** Hardly ever true of others. */
function hasTriple(triples: Uint8Array, first: number, second: number, third: number): boolean {
  const hash = hashOf(first, second, third);
  return ((triples[hash >>> 3] ?? 0) & (1 << (hash & 7))) !== 0;
}

function hashOf(first: number, second: number, third: number): number {
  return Math.imul((first << 16) | (second << 8) | third, FACTOR) >>> (32 - HASH_BITS);
}
