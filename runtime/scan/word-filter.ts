/**
 * Which words of four bytes are worth a closer look. Nearly all time of a search is spent here: three looks into tables for each word.
 * Every occurrence has one of these words near its beginning:
 *
 * - four bytes of a form that are among its first seven: whatever follows, one of these words is complete,
 * - the beginning of a form of less than seven bytes,
 * - the first sign that interrupts it, if one of the first seven is written as an escape or has a separation before it, between
 *   signs as they are around it.
 *
 * The last two are told by pairs of bytes: what the first pair of a word can be, and what the second one then has to be.
 */
import type { ByteString } from '../values/byte-string.js';
import { ALL } from './signs.js';
import type { Pairs, WordPattern } from './word-pattern.js';
import { firstPairOf, IS_LITTLE_ENDIAN, lastPairOf, pairOf, WORD_BYTES, wordOf } from './words.js';

/** How much of a form is looked for. */
export const PREFIX_BYTES = 7;
const HASH_BITS = 19;
const SHIFT = 32 - HASH_BITS;
/** The golden ratio, as hashes of integers use it. */
const FACTOR = 0x9e3779b1;
const PAIRS = 2 ** 16;

export class WordFilter {
  /** A bit for each hash of a word of a form. */
  readonly #hashed = new Uint8Array(2 ** (HASH_BITS - 3));
  /** A bit for each kind of word: by the pairs in its lower and in its higher half, and by those before and after it. */
  readonly #low = new Int32Array(PAIRS);
  readonly #high = new Int32Array(PAIRS);
  readonly #before = new Int32Array(PAIRS);
  readonly #after = new Int32Array(PAIRS);
  /** Kinds of words with the beginning of a short form. */
  readonly #short: number;

  constructor(forms: readonly ByteString[], patterns: readonly WordPattern[]) {
    for (const form of forms) {
      for (let from = 0; from + WORD_BYTES <= Math.min(form.length, PREFIX_BYTES); from++)
        this.#addWord(wordOf(bytesAt(form, from, WORD_BYTES)));
    }
    const short = shortForms(forms.filter((form) => form.length < PREFIX_BYTES));
    this.#short = 2 ** short.length - 1;
    for (const [index, pattern] of [...short, ...patterns].entries()) this.#mark(1 << index, pattern);
  }

  /** The first of the words from here on that is worth a closer look; their number if none is. */
  next(words: Int32Array, from: number): number {
    const hashed = this.#hashed;
    const low = this.#low;
    const high = this.#high;
    const { length } = words;
    for (let at = from; at < length; at++) {
      const word = words[at] ?? 0;
      const kinds = (low[word & 0xffff] ?? 0) & (high[word >>> 16] ?? 0);
      const hash = Math.imul(word, FACTOR) >>> SHIFT;
      const isForm = ((hashed[hash >>> 3] ?? 0) >>> (hash & 7)) & 1;
      if ((kinds | isForm) === 0) continue;
      if (isForm !== 0 || this.#isBetween(words, at, kinds)) return at;
    }
    return length;
  }

  /** Whether this word may be one of the first of a form, which begins in it or before it. */
  isOfForm(word: number): boolean {
    const hash = hashOf(word);
    return (((this.#hashed[hash >>> 3] ?? 0) >>> (hash & 7)) & 1) === 1;
  }

  /** Whether a short form may begin in this word, or before it. */
  isOfShort(word: number): boolean {
    return ((this.#low[word & 0xffff] ?? 0) & (this.#high[word >>> 16] ?? 0) & this.#short) !== 0;
  }

  #addWord(word: number): void {
    const hash = hashOf(word);
    this.#hashed[hash >>> 3] = (this.#hashed[hash >>> 3] ?? 0) | (1 << (hash & 7));
  }

  /** Whether one of these kinds has what is around this word. */
  #isBetween(words: Int32Array, at: number, kinds: number): boolean {
    const before = at === 0 ? kinds : (this.#before[lastPairOf(words[at - 1] ?? 0)] ?? 0);
    const after = at + 1 === words.length ? kinds : (this.#after[firstPairOf(words[at + 1] ?? 0)] ?? 0);
    return (kinds & before & after) !== 0;
  }

  #mark(kind: number, { before, first, second, after }: WordPattern): void {
    mark(this.#before, kind, before);
    mark(IS_LITTLE_ENDIAN ? this.#low : this.#high, kind, first);
    mark(IS_LITTLE_ENDIAN ? this.#high : this.#low, kind, second);
    mark(this.#after, kind, after);
  }
}

/** Every pair, if none is named. */
function mark(table: Int32Array, kind: number, pairs: readonly Pairs[] | undefined): void {
  if (pairs === undefined) for (let pair = 0; pair < PAIRS; pair++) table[pair] = (table[pair] ?? 0) | kind;
  for (const [firsts, seconds] of pairs ?? []) {
    for (const first of firsts) {
      for (const second of seconds) {
        const pair = pairOf(first, second);
        table[pair] = (table[pair] ?? 0) | kind;
      }
    }
  }
}

/** Where a form ends before its first complete word: it begins at the second or third byte of a word; or, with four bytes, at the fourth. */
function shortForms(forms: readonly ByteString[]): readonly WordPattern[] {
  const starts = forms.map((form) => bytesAt(form, 0, WORD_BYTES).map((byte) => [byte]));
  const pairs = (index: number): Pairs[] => starts.map((start) => [start[index] ?? [], start[index + 1] ?? []]);
  const atFourth = starts.filter((_, index) => forms[index]?.length === WORD_BYTES);
  const [ends, lasts] = [pairs(1), atFourth.map((start): Pairs => [start[3] ?? [], ALL])];
  return [
    { first: starts.map((start): Pairs => [ALL, start[0] ?? []]), second: ends },
    { second: pairs(0), after: starts.map((start): Pairs => [start[2] ?? [], start[3] ?? []]) },
    { before: atFourth.map((start): Pairs => [ALL, start[0] ?? []]), first: ends, second: lasts },
  ];
}

function hashOf(word: number): number {
  return Math.imul(word, FACTOR) >>> SHIFT;
}

function bytesAt(form: ByteString, from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => form.charCodeAt(from + index));
}
