/** A stream of bytes with what is found in it replaced by names, whatever pieces it comes in. */
import type { Automaton } from './automaton.js';
import { Search } from './search.js';
import { JUDGED_BYTES } from './separations.js';

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
 * Holds back only bytes at the end that can be the beginning of a form, however it is escaped. Everything else comes out with the
 * piece it came in.
 */
export class Redactor {
  readonly #search: Search;
  /** What is written for each owner. */
  readonly #names: readonly Uint8Array[];
  /** Everything before is written or replaced. */
  #done = 0;
  /** The bytes from `#done` on. */
  #held: Uint8Array = NOTHING;
  /** Some of the bytes before `#done`. */
  #before: Uint8Array = NOTHING;
  /** Those of which something is not written yet, in order. */
  #regions: Region[] = [];

  constructor(automaton: Automaton, names: readonly Uint8Array[]) {
    this.#search = new Search(automaton, (start, owner) => this.#add(start, owner));
    this.#names = names;
  }

  /** What can be written after this piece. It may be the piece itself. */
  push(piece: Uint8Array): Uint8Array {
    const isClear = this.#held.length === 0 && this.#regions.length === 0;
    const bytes = joined([this.#held, piece]);
    const end = this.#done + bytes.length;
    this.#search.read({ bytes, before: this.#before, isLast: false }, this.#done);
    const { safe } = this.#search;
    if (isClear && this.#regions.length === 0 && safe === end) {
      this.#advance(bytes, safe);
      return piece;
    }
    return this.#written(bytes, safe);
  }

  /** What was held back. */
  end(): Uint8Array {
    const bytes = this.#held;
    this.#search.read({ bytes, before: this.#before, isLast: true }, this.#done);
    return this.#written(bytes, this.#search.position);
  }

  /** An occurrence that ends where the search is. */
  #add(start: number, owner: number): void {
    const end = this.#search.position;
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
    const end = this.#done;
    this.#done = begin;
    this.#advance(bytes, end);
    return joined(parts);
  }

  /** `bytes` are those from `#done` on. Copies: the caller may use the memory of a piece for the next one. */
  #advance(bytes: Uint8Array, done: number): void {
    const count = done - this.#done;
    const known = count < JUDGED_BYTES ? joined([this.#before, bytes.subarray(0, count)]) : bytes.subarray(0, count);
    this.#before = new Uint8Array(known.subarray(-JUDGED_BYTES));
    this.#held = new Uint8Array(bytes.subarray(count));
    this.#done = done;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = parts.filter(({ length }) => length > 0);
  if (first === undefined) return NOTHING;
  return others.length === 0 ? first : Buffer.concat([first, ...others]);
}
