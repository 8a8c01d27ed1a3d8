/**
 * Where a form may begin, so that the automaton reads only there: it reads a few megabytes in a second, and this filter hundreds. Every
 * occurrence begins with the first three bytes of a form, unless one of them is written as an escape, or something separates them.
 * The filter looks at the last three bytes at once and leaves out only what cannot be the beginning in either way.
 */
import type { Automaton } from '../redact/automaton.js';
import { NONE, type View } from '../redact/escapes/escape.js';
import { isSeparable } from '../redact/separations.js';
import { ROOT } from '../redact/tree.js';
import type { ByteString } from '../values/byte-string.js';

export const GRAM = 3;
const BYTES = 256;
const HASHES = 1024;
const FACTOR = 37;

/** The three bytes are those of a form. */
const FORM = 1;
/** The last one may begin an escape. */
const ESCAPE = 2;
/** The last one may separate a form after the bytes before it. */
const SEPARATION = 4;

const LF = 0x0a;
const CR = 0x0d;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const SMALL_X = 0x78;
const LONGEST_SEPARATION = 64;

/** Of two bytes in a row: different for all pairs of lower-case letters. */
export function hashOf(first: number, second: number): number {
  return (first * FACTOR + second) & (HASHES - 1);
}

/** The first byte at which an occurrence may begin; `undecided`: the next bytes decide. */
export type Beginning = number | null | 'undecided';

export class Beginnings {
  /** By the hash of two bytes, and the next one: what has to be looked at more closely. */
  readonly table = new Uint8Array(HASHES * BYTES);
  readonly #automaton: Automaton;
  /** Whether a form has this byte as its first, second or third. */
  readonly #isAt = Array.from({ length: GRAM }, () => new Uint8Array(BYTES));
  /** A bit for each three bytes. */
  readonly #grams = new Uint8Array(2 ** 21);

  constructor(automaton: Automaton, forms: Iterable<ByteString>) {
    this.#automaton = automaton;
    for (const form of forms) {
      const [first, second, third] = [form.charCodeAt(0), form.charCodeAt(1), form.charCodeAt(2)];
      const gram = (first << 16) | (second << 8) | third;
      this.#grams[gram >> 3] = (this.#grams[gram >> 3] ?? 0) | (1 << (gram & 7));
      this.#mark(hashOf(first, second), third, FORM);
      for (const [index, byte] of [first, second, third].entries()) this.#isAt[index]?.fill(1, byte, byte + 1);
    }
    for (let byte = 0; byte < BYTES; byte++) {
      if (automaton.readers[byte] !== undefined)
        for (let hash = 0; hash < HASHES; hash++) this.#mark(hash, byte, ESCAPE);
    }
    for (let first = 0; first < BYTES; first++) this.#markSeparable(first);
  }

  #mark(hash: number, byte: number, flag: number): void {
    const place = hash * BYTES + byte;
    this.table[place] = (this.table[place] ?? 0) | flag;
  }

  /** Ends of lines separate letters of base64 anywhere, other signs the bytes of hex, which begin with two digits. */
  #markSeparable(first: number): void {
    const { breakable } = this.#automaton;
    const one = this.#after(ROOT, first, 1);
    if (one === ROOT) return;
    for (let second = 0; second < BYTES; second++) {
      const two = this.#after(one, second, 2);
      const isPair = two !== ROOT && breakable(two, 'between pairs') === two;
      for (const byte of isPair ? SEPARATORS : []) this.#mark(hashOf(first, second), byte, SEPARATION);
      // Where only the last byte before it belongs to a form, any byte may be before that.
      for (const byte of LINE_ENDS) {
        this.#mark(hashOf(first, second), byte, two === ROOT ? 0 : SEPARATION);
        this.#mark(hashOf(second, first), byte, SEPARATION);
      }
    }
  }

  /** `at`: the last of three bytes that the table marks. */
  beginning(view: View, at: number): Beginning {
    const { bytes } = view;
    const [first, second, third] = [bytes[at - 2] ?? 0, bytes[at - 1] ?? 0, bytes[at] ?? 0];
    const flags = this.table[hashOf(first, second) * BYTES + third] ?? 0;
    const plain = (flags & FORM) !== 0 && this.#isForm(first, second, third) ? this.#plainBeginning(view, at) : null;
    if (plain !== null) return plain;
    const escaped = (flags & ESCAPE) === 0 ? null : this.#escapedBeginning(view, at);
    if (escaped === 'undecided' || (flags & SEPARATION) === 0) return escaped;
    const separated = this.#separatedBeginning(view, at);
    if (escaped === null || separated === null || separated === 'undecided') return separated ?? escaped;
    return Math.min(escaped, separated);
  }

  #isForm(first: number, second: number, third: number): boolean {
    const gram = (first << 16) | (second << 8) | third;
    return ((this.#grams[gram >> 3] ?? 0) & (1 << (gram & 7))) !== 0;
  }

  #plainBeginning(view: View, at: number): Beginning {
    const { next } = this.#automaton;
    const { bytes } = view;
    const start = at - GRAM + 1;
    const state = next(next(next(ROOT, bytes[start] ?? 0), bytes[start + 1] ?? 0), bytes[at] ?? 0);
    return this.#goesOn(view, state, at + 1, start);
  }

  /**
   * `from` if what is at `place` continues the beginning of a form, which `state` is, up to its end or to what needs a closer look. Most
   * texts that begin as a form go on in another way a byte or two later.
   */
  #goesOn({ bytes, isLast }: View, state: number, place: number, from: number): Beginning {
    const { found, depth, isStop } = this.#automaton;
    let one = state;
    let length = depth[state] ?? 0;
    for (let at = place; (found[one] ?? 0) === 0; at++) {
      if (at >= bytes.length) return isLast ? null : 'undecided';
      const byte = bytes[at] ?? 0;
      if (isStop(one, byte)) return from;
      one = this.#after(one, byte, ++length);
      if (one === ROOT) return null;
    }
    return from;
  }

  /** With an escape as the first, second or third of what a form begins with. */
  #escapedBeginning(view: View, at: number): Beginning {
    const escapes = this.#automaton.readers[view.bytes[at] ?? 0]?.(view, at) ?? (view.isLast ? NONE : null);
    if (escapes === null) return 'undecided';
    // The earliest of all: of what begins after it, another value may be meant.
    for (let before = Math.min(GRAM - 1, at); before >= 0; before--) {
      for (const { bytes, length } of escapes) {
        // Most escapes stand for what no form has there.
        if (bytes.length > 0 && this.#isAt[before]?.[bytes[0] ?? 0] !== 1) continue;
        const state = this.#escapedState(view, at - before, at, bytes);
        const beginning = state === ROOT ? null : this.#goesOn(view, state, at + length, at - before);
        if (beginning !== null) return beginning;
      }
    }
    return null;
  }

  /** After the bytes from `from` to `to`, and these; the root if that is not the beginning of a form. */
  #escapedState({ bytes }: View, from: number, to: number, meant: readonly number[]): number {
    let state: number = ROOT;
    const before = to - from;
    for (let step = 0; step < before + meant.length; step++) {
      state = this.#after(state, (step < before ? bytes[from + step] : meant[step - before]) ?? 0, step + 1);
      if (state === ROOT) return ROOT;
    }
    return state;
  }

  /** With a separation after the first or second byte of a form. */
  #separatedBeginning(view: View, at: number): Beginning {
    for (let before = Math.min(GRAM - 1, at); before > 0; before--) {
      const state = this.#escapedState(view, at - before, at, []);
      if (state === ROOT || !isSeparable(this.#automaton, state, view, at)) continue;
      const after = afterSeparation(view, at);
      // `0` may be the beginning of `0x`.
      if (after + 1 >= view.bytes.length && !view.isLast) return 'undecided';
      const beginning = this.#goesOn(view, state, after, at - before);
      if (beginning !== null) return beginning;
    }
    return null;
  }

  /** The state of a beginning of this length; the root if it is none. */
  #after(state: number, byte: number, length: number): number {
    const { next, depth } = this.#automaton;
    const after = next(state, byte);
    return depth[after] === length ? after : ROOT;
  }
}

const SEPARATORS = [...'\t\n\r ,-:\\'].map((sign) => sign.charCodeAt(0));
const LINE_ENDS = [LF, CR];

/** The first place that is not a separation, with what is written before each byte: `0x` and `\\x`. */
function afterSeparation({ bytes }: View, at: number): number {
  let place = at;
  while (place < at + LONGEST_SEPARATION && SEPARATORS.includes(bytes[place] ?? -1)) place++;
  if (bytes[place] === SMALL_X && bytes[place - 1] === BACKSLASH) return place + 1;
  return bytes[place] === ZERO && bytes[place + 1] === SMALL_X ? place + 2 : place;
}
