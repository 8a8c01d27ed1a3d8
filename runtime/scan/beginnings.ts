/**
 * Where a form may begin, so that the automaton reads only there: it reads a few megabytes in a second, and the filter of words hundreds.
 * Here its words are looked at more closely, with the few bytes around them: most of them are no beginning after all.
 */
import type { Automaton } from '../redact/automaton.js';
import { type Escape, NONE, type View } from '../redact/escapes/escape.js';
import { stateAfter } from '../redact/reading.js';
import type { Breaks } from '../redact/forms.js';
import { isSeparable } from '../redact/separations.js';
import { ROOT } from '../redact/tree.js';
import type { ByteString } from '../values/byte-string.js';
import { ASCII, Grams } from './grams.js';
import { interruptionsOf } from './interruptions.js';
import { ALL, BLANKS, bytesIn, DIGITS, LETTERS, LINE_ENDS, SEPARATORS, setOf } from './signs.js';
import { PREFIX_BYTES, WordFilter } from './word-filter.js';
import { type Interruption, patternsOf } from './word-pattern.js';
import { WORD_BYTES } from './words.js';

const ZERO = 0x30;
const SMALL_X = 0x78;
const BACKSLASH = 0x5c;
/** The first of the bytes may begin an escape, or separate what is around it. */
const [ESCAPE, SEPARATION] = [1, 2];
const NOTHING: Escape = { length: 1, bytes: [] };
const SMALL_U = 0x75;
const PERCENT = 0x25;
const NO_DIGIT = 0xff;
const VALUE_OF = Uint8Array.from(ALL, (byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? NO_DIGIT : value;
});
/** An escape is two digits after it. */
const IS_NUMBERED = setOf(bytesIn('%='));
const IS_LETTER = setOf(LETTERS);
const IS_DIGIT = setOf(DIGITS);
const IS_LINE_END = setOf(LINE_ENDS);
const IS_BLANK = setOf(BLANKS);
const IS_SEPARATOR = setOf(SEPARATORS);
const LONGEST_SEPARATION = 64;

/** An occurrence that is found in a word begins at most so many bytes before it. */
export const LOOK_BEHIND = PREFIX_BYTES - 1;

/** `undecided`: the next bytes decide. */
export type Verdict = boolean | 'undecided';

export class Beginnings {
  readonly words: WordFilter;
  readonly #automaton: Automaton;
  readonly #grams: Grams;
  /** What may begin, by two bytes. */
  readonly #signs = new Uint8Array(2 ** 16);

  constructor(automaton: Automaton, forms: ReadonlyMap<ByteString, Breaks>) {
    this.#automaton = automaton;
    this.#grams = new Grams(forms.keys());
    const { escapes, separations } = interruptionsOf(automaton, forms);
    this.words = new WordFilter([...forms.keys()], [...escapes, ...separations].flatMap(patternsOf));
    for (const one of escapes) this.#mark(ESCAPE, one);
    for (const one of separations) this.#mark(SEPARATION, one);
  }

  #mark(flag: number, { signs, after }: Interruption): void {
    for (const sign of signs) {
      for (const next of after === undefined ? ALL : new Set(after.flatMap(([first]) => first))) {
        const pair = (sign << 8) | next;
        this.#signs[pair] = (this.#signs[pair] ?? 0) | flag;
      }
    }
  }

  /** Whether an occurrence may begin in the word at `position`, or shortly before it. `word`: null where there is no whole one. */
  mayBegin(view: View, position: number, word: number | null): Verdict {
    const { bytes } = view;
    const end = Math.min(position + WORD_BYTES, bytes.length);
    let verdict: Verdict = false;
    const isShort = word === null || this.words.isOfShort(word);
    if (isShort || this.words.isOfForm(word)) {
      const last = isShort ? end : Math.min(position + 1, end);
      for (let at = Math.max(0, position - WORD_BYTES + 1); at < last; at++) {
        const begins = this.#beginsAt(view, at);
        if (begins === true) return true;
        if (begins === 'undecided') verdict = begins;
      }
    }
    for (let at = Math.max(0, position); at < end; at++) {
      if (!this.#mayBeInterrupted(bytes, at)) continue;
      const interrupted = this.#isInterruptedAt(view, at);
      if (interrupted === true) return true;
      if (interrupted === 'undecided') verdict = interrupted;
    }
    return verdict;
  }

  /** Three bytes of a form, and what follows goes on. */
  #beginsAt(view: View, at: number): Verdict {
    const { bytes, isLast } = view;
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    const third = bytes[at + 2] ?? 0;
    if (at + 2 >= bytes.length) return isLast ? false : 'undecided';
    if (!this.#grams.isBeginning(first, second, third)) return false;
    const { next } = this.#automaton;
    return this.#goesOn(view, next(next(next(ROOT, first), second), third), at + 3, 3);
  }

  /** What may begin there, told by the next byte: most signs are followed by what excludes it. */
  #signsAt(bytes: Uint8Array, at: number): number {
    const byte = bytes[at] ?? 0;
    if (at + 1 < bytes.length) return this.#signs[(byte << 8) | (bytes[at + 1] ?? 0)] ?? 0;
    return (this.#automaton.readers[byte] === undefined ? 0 : ESCAPE) | (IS_SEPARATOR[byte] === 1 ? SEPARATION : 0);
  }

  /** Nearly all signs stand for themselves, and the bytes around them tell it. */
  #mayBeInterrupted(bytes: Uint8Array, at: number): boolean {
    const signs = this.#signsAt(bytes, at);
    if (signs === 0) return false;
    const byte = bytes[at] ?? 0;
    if ((signs & ESCAPE) !== 0 && !this.#isOther(bytes, at)) return true;
    if ((signs & SEPARATION) === 0 || at === 0) return false;
    const last = bytes[at - 1] ?? 0;
    const next = bytes[at + 1] ?? 0;
    if (IS_LINE_END[byte] === 1) {
      if (IS_LETTER[last] !== 1) return false;
    } else if (IS_DIGIT[last] !== 1 || at === 1 || IS_DIGIT[bytes[at - 2] ?? 0] !== 1) return false;
    // What follows another letter is looked at more closely.
    return (
      IS_LETTER[next] !== 1 ||
      next === ZERO ||
      this.#mayGoOn(bytes, at, next) ||
      this.#mayGoOnAfterOne(bytes, at, at + 1)
    );
  }

  /** Most numbers are told by their first digits: they stand for what no form begins with. */
  #isOther(bytes: Uint8Array, at: number): boolean {
    const { isInPrefix } = this.#grams;
    const high = VALUE_OF[bytes[at + 1] ?? 0] ?? NO_DIGIT;
    const low = VALUE_OF[bytes[at + 2] ?? 0] ?? NO_DIGIT;
    if (IS_NUMBERED[bytes[at] ?? 0] === 1 && high !== NO_DIGIT && low !== NO_DIGIT) {
      const byte = high * 16 + low;
      return byte < ASCII && byte !== PERCENT && isInPrefix[byte] !== 1;
    }
    // Of a unit of UTF-16.
    return bytes[at + 1] === SMALL_U && low !== NO_DIGIT && low !== 0 && !this.#grams.isBeyondAscii;
  }

  /** An escape or a separation is there, which goes on what is before it. */
  #isInterruptedAt(view: View, at: number): Verdict {
    const { bytes } = view;
    const signs = this.#signsAt(bytes, at);
    if ((signs & ESCAPE) !== 0) {
      const escapes = this.#automaton.readers[bytes[at] ?? 0]?.(view, at) ?? null;
      if (escapes === null) return 'undecided';
      for (let index = 0; index < escapes.length; index++) {
        const verdict = this.#isEscapedAt(view, at, escapes[index] ?? NOTHING);
        if (verdict !== false) return verdict;
      }
    }
    return (signs & SEPARATION) !== 0 && at > 0 ? this.#isSeparatedAt(view, at) : false;
  }

  #isEscapedAt(view: View, at: number, { bytes: meant, length, isLineEnd }: Escape): Verdict {
    const { bytes } = view;
    let after = at + length;
    while (isLineEnd === true && IS_BLANK[bytes[after] ?? 0] === 1) after++;
    if (after >= bytes.length && !view.isLast) return 'undecided';
    const next = bytes[after] ?? 0;
    const first = meant[0] ?? next;
    const second = meant.length === 0 ? (bytes[after + 1] ?? 0) : (meant[1] ?? next);
    // What is not as it is may be anything.
    const isKnown = meant.length > 0 || this.#signsAt(bytes, after) === 0;
    if (isKnown && !this.#mayGoOn(bytes, at, first)) {
      const isSecond = at > 0 && this.#grams.isBeginningPair(bytes[at - 1] ?? 0, first);
      const isOpen = meant.length < 2 && this.#signsAt(bytes, after) !== 0;
      const isFirst = isOpen ? this.#grams.isFirst(first) : this.#grams.isBeginningPair(first, second);
      if (!isSecond && !isFirst) return false;
    }
    const state = stateAfter(this.#automaton, this.#before(bytes, at), meant);
    const covered = Math.max(1, meant.length);
    return this.#goesOn(view, state, after, covered);
  }

  #isSeparatedAt(view: View, at: number): Verdict {
    const { bytes, isLast } = view;
    let state = -1;
    for (let after = at + 1; after <= at + LONGEST_SEPARATION; after++) {
      if (after + 1 >= bytes.length && !isLast) return 'undecided';
      const byte = bytes[after] ?? 0;
      const signs = this.#signsAt(bytes, after);
      if ((signs & ESCAPE) !== 0 || this.#mayGoOn(bytes, at, byte) || this.#mayGoOnAfterOne(bytes, at, after)) {
        if (state === -1) state = this.#before(bytes, at);
        if (state === ROOT || !isSeparable(this.#automaton, state, view, at)) return false;
        for (const kind of KINDS) {
          const verdict = this.#goesOn(view, this.#automaton.breakable(state, kind), after, 1);
          if (verdict !== false) return verdict;
        }
      }
      if (!this.#isInSeparation(bytes, after)) return false;
    }
    return true;
  }

  /** The state after the few bytes before. */
  #before(bytes: Uint8Array, at: number): number {
    const { next } = this.#automaton;
    let state: number = ROOT;
    for (let place = Math.max(0, at - LOOK_BEHIND); place < at; place++) state = next(state, bytes[place] ?? 0);
    return state;
  }

  /** Whether this byte may come after the two before `at`. */
  #mayGoOn(bytes: Uint8Array, at: number, byte: number): boolean {
    return at > 1 && this.#grams.isInside(bytes[at - 2] ?? 0, bytes[at - 1] ?? 0, byte);
  }

  /** After the first letter of a form. */
  #mayGoOnAfterOne(bytes: Uint8Array, at: number, after: number): boolean {
    const first = bytes[at - 1] ?? 0;
    const second = bytes[after] ?? 0;
    const third = bytes[after + 1] ?? 0;
    if (!this.#grams.isBeginningPair(first, second)) return false;
    return this.#signsAt(bytes, after + 1) !== 0 || this.#grams.isBeginning(first, second, third);
  }

  /**
   * Whether what is at `place` continues the beginning of a form, of which `covered` bytes are told by `state`, up to its end or to what
   * needs a closer look. Most texts that begin as a form go on in another way a byte or two later.
   */
  #goesOn({ bytes, isLast, before }: View, state: number, place: number, covered: number): Verdict {
    const { found, depth, isStop, next } = this.#automaton;
    let one = state;
    let least = covered;
    for (let at = place; (depth[one] ?? 0) >= least; at++, least++) {
      if (found[one] !== 0) return true;
      if (at >= bytes.length) return isLast ? false : 'undecided';
      const byte = bytes[at] ?? 0;
      if (isStop(one, byte) && this.#mayBranch({ bytes, isLast, before }, one, at, least)) return true;
      one = next(one, byte);
    }
    return false;
  }

  /** Whether a sign may go on what `covered` bytes of are told by `state`: by what it stands for, or by what it separates. */
  #mayBranch(view: View, state: number, at: number, covered: number): boolean {
    const { readers, depth, next, isSeparable: isSign, breakable } = this.#automaton;
    const { bytes } = view;
    const byte = bytes[at] ?? 0;
    const escapes = readers[byte] === undefined ? NONE : readers[byte](view, at);
    if (escapes === null) return true;
    for (const { bytes: meant } of escapes) {
      if (meant.length === 0 || (depth[stateAfter(this.#automaton, state, meant)] ?? 0) >= covered + meant.length)
        return true;
    }
    if (!isSign(state, byte)) return false;
    for (let after = at + 1; after < at + LONGEST_SEPARATION && after < bytes.length; after++) {
      if ((this.#signsAt(bytes, after) & ESCAPE) !== 0) return true;
      const sign = bytes[after] ?? 0;
      for (const kind of KINDS) if ((depth[next(breakable(state, kind), sign)] ?? 0) > covered) return true;
      if (!this.#isInSeparation(bytes, after)) return false;
    }
    return true;
  }

  /** What may be between two bytes of hex, or in the indentation of a line. */
  #isInSeparation(bytes: Uint8Array, at: number): boolean {
    const byte = bytes[at] ?? 0;
    if (byte === SMALL_X) return bytes[at - 1] === ZERO || bytes[at - 1] === BACKSLASH;
    return IS_SEPARATOR[byte] === 1 || (byte === ZERO && (bytes[at + 1] ?? SMALL_X) === SMALL_X);
  }
}

const KINDS = ['between letters', 'between pairs'] as const;
