/** Finds the values in one stream of bytes, whatever pieces it comes in, and says where: by line and column. */
import type { ScanForm } from '#schemas/scan-report.js';
import type { View } from '../redact/escapes/escape.js';
import { Search } from '../redact/search.js';
import { JUDGED_BYTES } from '../redact/separations.js';
import { GRAM, hashOf } from './beginnings.js';
import { Lines, type StreamPlace } from './lines.js';
import type { Sought } from './sought.js';
import { spelledAs } from './spelled-as.js';

/** The position of the value, and how it is spelled there. */
export interface Occurrence extends StreamPlace {
  readonly value: number;
  readonly form: ScanForm;
}

const NOTHING = new Uint8Array(0);
const FIRST_READ = 32;
const GROWTH = 4;

interface Match {
  readonly start: number;
  readonly end: number;
  readonly owner: number;
}

export class Finder {
  readonly #sought: Sought;
  readonly #report: (found: Occurrence) => void;
  readonly #lines = new Lines();
  /** The bytes from `#origin` on that are still needed. */
  #rest: Uint8Array = NOTHING;
  #origin = 0;
  /** The position of the next byte to look at. */
  #next = 0;
  /** Everything before belongs to what was found: nothing else begins there. */
  #done = 0;

  constructor(sought: Sought, report: (found: Occurrence) => void) {
    this.#sought = sought;
    this.#report = report;
  }

  /** `isLast`: nothing follows. The memory of the piece may be used again afterwards. */
  push(piece: Uint8Array, isLast: boolean): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    this.#search(bytes, isLast);
    if (isLast) return;
    const kept = Math.max(0, this.#next - this.#origin - JUDGED_BYTES - GRAM);
    this.#lines.count(bytes, this.#origin, this.#origin + kept);
    this.#origin += kept;
    this.#rest = new Uint8Array(bytes.subarray(kept));
  }

  #search(bytes: Uint8Array, isLast: boolean): void {
    const { table } = this.#sought.beginnings;
    const { length } = bytes;
    // What is before them is in them, as far as a line is judged by it.
    const view = { bytes, before: NOTHING, isLast };
    let at = this.#next - this.#origin;
    let last = bytes[at - 1] ?? 0;
    let hash = hashOf(bytes[at - 2] ?? 0, last);
    while (at < length) {
      // Nearly all time is spent here: one look into the table for each byte.
      let byte = bytes[at] ?? 0;
      while (table[(hash << 8) + byte] === 0) {
        hash = hashOf(last, byte);
        last = byte;
        if (++at === length) break;
        byte = bytes[at] ?? 0;
      }
      if (at === length) break;
      const after = this.#lookAt(view, at);
      if (after === null) break;
      at = after;
      last = bytes[at - 1] ?? 0;
      hash = hashOf(bytes[at - 2] ?? 0, last);
    }
    this.#next = this.#origin + at;
  }

  /** Where to go on; null where the next bytes decide. */
  #lookAt(view: View, at: number): number | null {
    const { bytes, isLast } = view;
    const beginning = this.#sought.beginnings.beginning(view, at);
    if (beginning === null) return at + 1;
    if (beginning === 'undecided') return null;
    const from = Math.max(0, beginning, this.#done - this.#origin);
    const match = from > at ? null : this.#read(bytes, from, at, isLast);
    if (match === 'undecided') return null;
    if (match === null) return at + 1;
    const { start, end, owner } = match;
    this.#done = this.#origin + end;
    const found = this.#sought.forms[owner];
    if (found !== undefined) {
      const place = this.#lines.placeOf(bytes, this.#origin, this.#origin + start);
      this.#report({ ...place, value: found.value, form: spelledAs(found, bytes.subarray(start, end)) });
    }
    return Math.max(end, at + 1);
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
      const part = bytes.subarray(start, start + length);
      const isEnd = start + length >= bytes.length;
      search.read({ bytes: part, before, isLast: isEnd && isLast }, 0);
      if (search.safe > last - start || (isEnd && isLast)) return match;
      if (isEnd) return 'undecided';
    }
  }
}
