/** Finds the values in one stream of bytes, whatever pieces it comes in, and says where: by line and column. */
import type { ScanForm } from '#schemas/scan-report.js';
import type { View } from '../redact/escapes/escape.js';
import { Search } from '../redact/search.js';
import { JUDGED_BYTES } from '../redact/separations.js';
import { LOOK_BEHIND } from './beginnings.js';
import { Lines, type ReadAgain, type StreamPlace } from './lines.js';
import type { Sought } from './sought.js';
import { spelledAs } from './spelled-as.js';
import { PREFIX_BYTES } from './word-filter.js';
import { WORD_BYTES, wordsOf } from './words.js';

/** The position of the value, and how it is spelled there. */
export interface Occurrence extends StreamPlace {
  readonly value: number;
  readonly form: ScanForm;
}

const NOTHING = new Uint8Array(0);
const FIRST_READ = 32;
const GROWTH = 4;
const ZERO = 0x30;

interface Match {
  readonly start: number;
  readonly end: number;
  readonly owner: number;
}

export class Finder {
  readonly #sought: Sought;
  readonly #report: (found: Occurrence) => void;
  readonly #lines: Lines;
  /** The bytes from `#origin` on that are still needed. */
  #rest: Uint8Array = NOTHING;
  #origin = 0;
  /** The position of the next byte to look at. */
  #next = 0;
  /** Everything before belongs to what was found: nothing else begins there. */
  #done = 0;

  /** `readAgain`: what was before a piece, where something is found in it. */
  constructor(sought: Sought, report: (found: Occurrence) => void, readAgain: ReadAgain | null = null) {
    this.#sought = sought;
    this.#report = report;
    this.#lines = new Lines(readAgain);
  }

  /** `isLast`: nothing follows. The memory of the piece may be used again afterwards. */
  push(piece: Uint8Array, isLast: boolean): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    this.#search(bytes, isLast);
    if (isLast) return;
    const kept = Math.max(0, this.#next - this.#origin - JUDGED_BYTES - PREFIX_BYTES - LOOK_BEHIND);
    this.#lines.pass(bytes, this.#origin, this.#origin + kept);
    this.#origin += kept;
    this.#rest = new Uint8Array(bytes.subarray(kept));
  }

  #search(bytes: Uint8Array, isLast: boolean): void {
    // What is before them is in them, as far as a line is judged by it.
    const view = { bytes, before: NOTHING, isLast };
    const { words, origin } = wordsOf(bytes);
    // Where the words were others, what is not decided yet may have been in one that is before them now.
    let at = this.#next - this.#origin;
    for (let from = wordAt(at - PREFIX_BYTES, origin); ; from = wordAt(at, origin)) {
      // What is before the first word and after the last one is looked at as if it were one.
      const isWord = from >= 0 && from < words.length;
      const word = isWord ? this.#sought.beginnings.words.next(words, from) : from;
      const position = origin + word * WORD_BYTES;
      at = Math.max(0, Math.min(position, bytes.length));
      if (position >= bytes.length || (word >= words.length && !isLast)) break;
      const after = this.#lookAt(view, position, isWord ? (words[word] ?? null) : null);
      if (after === null) break;
      at = after;
    }
    this.#next = this.#origin + at;
  }

  /** At a word, or what would be one there. Where to go on; null where the next bytes decide. */
  #lookAt(view: View, position: number, word: number | null): number | null {
    const { bytes, isLast } = view;
    const after = position + WORD_BYTES;
    const verdict = this.#sought.beginnings.mayBegin(view, position, word);
    if (verdict !== true) return verdict === 'undecided' ? null : after;
    const from = Math.max(0, position - LOOK_BEHIND, this.#done - this.#origin);
    const last = Math.min(after, bytes.length) - 1;
    const match = from > last ? null : this.#read(bytes, from, last, isLast);
    if (match === 'undecided') return null;
    if (match === null) return after;
    const { start, end, owner } = match;
    this.#done = this.#origin + end;
    const found = this.#sought.forms[owner];
    if (found !== undefined) {
      const place = this.#lines.placeOf(bytes, this.#origin, this.#origin + start);
      this.#report({ ...place, value: found.value, form: spelledAs(found, bytes.subarray(start, end)) });
    }
    return Math.max(end, position);
  }

  /** The occurrence that begins first from `start` on and not after `last`, and of those that begin there, the longest. */
  #read(bytes: Uint8Array, start: number, last: number, isLast: boolean): Match | null | 'undecided' {
    let match: Match | null = null;
    const search = new Search(this.#sought.automaton, (from, owner) => {
      if (from <= last - start && (match === null || from <= match.start - start))
        match = { start: start + from, end: start + search.position, owner };
    });
    const before = bytes.subarray(Math.max(0, start - JUDGED_BYTES), start);
    for (let length = FIRST_READ; ; length *= GROWTH) {
      // Whether a zero belongs to a byte or to a prefix, the next byte decides.
      while (bytes[start + length - 1] === ZERO) length++;
      const part = bytes.subarray(start, start + length);
      const isEnd = start + length >= bytes.length;
      search.read({ bytes: part, before, isLast: isEnd && isLast }, 0);
      if (search.safe > last - start || (isEnd && isLast)) return match;
      if (isEnd) return 'undecided';
    }
  }
}

/** The word that has this byte, or -1 before the first one. */
function wordAt(position: number, origin: number): number {
  return Math.max(-1, Math.floor((position - origin) / WORD_BYTES));
}
