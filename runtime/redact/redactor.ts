/** A stream of bytes with what the automaton finds in it replaced by names, whatever pieces it comes in. */
import { type Automaton, NO_ROW, ROOT } from './automaton.js';

/** Occurrences that overlap are replaced together. Positions count from the beginning of the stream. */
interface Region {
  start: number;
  end: number;
  /** That of the leftmost occurrence; of several that start there, of the longest. */
  owner: number;
  isNamed: boolean;
}

const NOTHING = new Uint8Array(0);

/**
 * Holds back only bytes at the end that can be the beginning of a form, so at most one less than the longest form. Everything
 * else comes out with the piece it came in.
 */
export class Redactor {
  readonly #automaton: Automaton;
  /** What is written for each owner. */
  readonly #names: readonly Uint8Array[];
  #state = ROOT;
  /** The position of the next byte to come. */
  #position = 0;
  /** Everything before is written or replaced. */
  #done = 0;
  /** The bytes from `#done` on. */
  #held: Uint8Array = NOTHING;
  /** Those of which something is not written yet, in order. */
  #regions: Region[] = [];

  constructor(automaton: Automaton, names: readonly Uint8Array[]) {
    this.#automaton = automaton;
    this.#names = names;
  }

  /** What can be written after this piece. It may be the piece itself. */
  push(piece: Uint8Array): Uint8Array {
    const isClear = this.#held.length === 0 && this.#regions.length === 0;
    this.#scan(piece);
    const safe = this.#position - (this.#automaton.open[this.#state] ?? 0);
    if (isClear && this.#regions.length === 0 && safe === this.#position) {
      this.#done = safe;
      return piece;
    }
    return this.#written(joined([this.#held, piece]), safe);
  }

  /** What was held back. */
  end(): Uint8Array {
    return this.#written(this.#held, this.#position);
  }

  #scan(piece: Uint8Array): void {
    const { classOf, classes, table, rowOf, order, found, next } = this.#automaton;
    const start = this.#position;
    const { length } = piece;
    let state = this.#state;
    let at = 0;
    while (at < length) {
      let row = rowOf[state] ?? NO_ROW;
      if (row !== NO_ROW) {
        // Nearly all time is spent here: one look into the table for each byte, and nothing is made.
        do row = table[row + (classOf[piece[at++] ?? 0] ?? 0)] ?? ROOT;
        while (row >= 0 && at < length);
        state = row < 0 ? ~row : (order[row / classes] ?? ROOT);
      } else {
        state = next(state, piece[at++] ?? 0);
      }
      if (found[state] !== 0) this.#add(start + at, state);
    }
    this.#state = state;
    this.#position = start + length;
  }

  #add(end: number, state: number): void {
    const start = end - (this.#automaton.found[state] ?? 0);
    const owner = this.#automaton.owner[state] ?? 0;
    const regions = this.#regions;
    let last = regions.at(-1);
    // A longer form may contain several that were found in it.
    while (last !== undefined && last.start >= start) {
      regions.pop();
      last = regions.at(-1);
    }
    if (last !== undefined && last.end > start) last.end = end;
    else regions.push({ start, end, owner, isNamed: false });
  }

  /** `bytes` are those from `#done` on. Whatever is still to be found does not start before `safe`. */
  #written(bytes: Uint8Array, safe: number): Uint8Array {
    const parts: Uint8Array[] = [];
    const begin = this.#done;
    const plainTo = (position: number) => {
      if (position > this.#done) parts.push(bytes.subarray(this.#done - begin, position - begin));
      this.#done = Math.max(this.#done, position);
    };
    let open = 0;
    for (const region of this.#regions) {
      if (region.start >= safe) break;
      plainTo(region.start);
      if (!region.isNamed) parts.push(this.#names[region.owner] ?? NOTHING);
      region.isNamed = true;
      this.#done = Math.max(this.#done, Math.min(region.end, safe));
      if (region.end > safe) break;
      open++;
    }
    this.#regions.splice(0, open);
    if (this.#regions[0]?.isNamed !== true) plainTo(safe);
    // A copy: the caller may use the memory of a piece for the next one.
    this.#held = new Uint8Array(bytes.subarray(this.#done - begin));
    return joined(parts);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = parts.filter(({ length }) => length > 0);
  if (first === undefined) return NOTHING;
  return others.length === 0 ? first : Buffer.concat([first, ...others]);
}
