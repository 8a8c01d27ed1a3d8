/**
 * Finds what the automaton knows in a stream: as it is, and however its characters are escaped. Nearly all output is read by the
 * automaton alone. Where an escape begins, the output is also read with what it stands for, as another reading next to the plain
 * one, which ends as soon as nothing before the escape matters any more. So each byte is read once by each reading, of which
 * there are hardly ever more than one or two.
 */
import { type Automaton, NO_ROW } from './automaton.js';
import { type Escape, NONE, type View } from './escapes/escape.js';
import { plainReading, type Reading, startOf, stateAfter, takeByte, withEscape } from './reading.js';
import { addSeparated, isSeparable } from './separations.js';
import { ROOT } from './tree.js';

/** Readings beyond these are given up: only output that is made for it has so many. */
const MOST_READINGS = 64;

/** A form was found that ends where the search is. */
export type ReportMatch = (start: number, owner: number) => void;

export class Search {
  readonly #automaton: Automaton;
  readonly #report: ReportMatch;
  /** The state of the plain reading. */
  #state = ROOT;
  /** The position of the next byte to read. */
  #position = 0;
  /** The others, which are here or later. */
  #readings: readonly Reading[] = [];

  constructor(automaton: Automaton, report: ReportMatch) {
    this.#automaton = automaton;
    this.#report = report;
  }

  get position(): number {
    return this.#position;
  }

  /** Whatever is still to be found begins here or later. */
  get safe(): number {
    const { open, found } = this.#automaton;
    const plain = this.#position - (open[this.#state] ?? 0);
    return this.#readings.reduce((least, one) => {
      // What a reading that is further has found is reported when the search is there.
      const count = Math.max(open[one.state] ?? 0, one.at > this.#position ? (found[one.state] ?? 0) : 0);
      return Math.min(least, startOf(one, count));
    }, plain);
  }

  /** Reads on, up to the end or to an escape that the next bytes decide. `origin`: the position of the first of these bytes. */
  read(view: View, origin: number): void {
    const end = origin + view.bytes.length;
    while (this.#position < end) {
      if (this.#readings.length === 0) this.#readPlain(view, origin);
      if (this.#position < end && !this.#step(view, origin)) return;
    }
  }

  /** Up to the first place where something else than the next byte may be meant. */
  #readPlain(view: View, origin: number): void {
    const automaton = this.#automaton;
    const { classOf, table, rowOf, order, classes, found, next, isStop } = automaton;
    const { bytes } = view;
    const { length } = bytes;
    let state = this.#state;
    let at = this.#position - origin;
    while (at < length) {
      let before = state;
      let row = rowOf[state] ?? NO_ROW;
      if (row !== NO_ROW) {
        let last = row;
        // Nearly all time is spent here: one look into the table for each byte, and nothing is made.
        do {
          last = row;
          row = table[row + (classOf[bytes[at++] ?? 0] ?? 0)] ?? ROOT;
        } while (row >= 0 && at < length);
        before = order[(last / classes) | 0] ?? ROOT;
        state = row < 0 ? ~row : (order[(row / classes) | 0] ?? ROOT);
      } else {
        state = next(state, bytes[at++] ?? 0);
      }
      if (isStop(before, bytes[at - 1] ?? 0) && isBranching(automaton, before, view, at - 1)) {
        this.#state = before;
        this.#position = origin + at - 1;
        return;
      }
      if (found[state] !== 0) {
        this.#position = origin + at;
        this.#state = state;
        this.#reportPlain();
      }
    }
    this.#state = state;
    this.#position = origin + at;
  }

  /** All readings that are here, by one byte. False if the next bytes decide what it is. */
  #step(view: View, origin: number): boolean {
    const automaton = this.#automaton;
    const { readers } = automaton;
    const place = this.#position - origin;
    const byte = view.bytes[place] ?? 0;
    const escapes = readers[byte] === undefined ? NONE : readers[byte](view, place);
    if (escapes === null) return false;
    this.#stepAll(byte, { escapes, view, place });
    return true;
  }

  #stepAll(byte: number, at: BranchPoint): void {
    const automaton = this.#automaton;
    const { depth, open } = automaton;
    const before = this.#readings;
    const readings: Reading[] = [];
    let isCovered = false;
    for (const one of before) {
      if (one.at === this.#position) {
        isCovered ||= one.since >= (depth[this.#state] ?? 0);
        addBranches(readings, automaton, one, at);
        takeByte(automaton, one, byte);
      }
      readings.push(one);
    }
    if (!isCovered) addBranches(readings, automaton, plainReading(automaton, this.#state, this.#position), at);
    this.#state = automaton.next(this.#state, byte);
    this.#position += 1;
    for (const one of readings) if (one.at === this.#position) this.#reportOf(one);
    this.#reportPlain();
    this.#readings = distinct(
      automaton,
      readings.filter((one) => (open[one.state] ?? 0) > one.since || one.at > this.#position),
    );
  }

  #reportPlain(): void {
    const count = this.#automaton.found[this.#state] ?? 0;
    if (count !== 0) this.#report(this.#position - count, this.#automaton.owner[this.#state] ?? 0);
  }

  /** What the plain reading finds, too, is left to it. */
  #reportOf(reading: Reading): void {
    const { found, owner } = this.#automaton;
    const count = found[reading.state] ?? 0;
    if (count > reading.since && !reading.isSeparated) this.#report(startOf(reading, count), owner[reading.state] ?? 0);
  }
}

/** What is at the place of the next byte. */
interface BranchPoint {
  readonly escapes: readonly Escape[];
  readonly view: View;
  /** In the bytes of the view. */
  readonly place: number;
}

/** Whether what is at this place may be read in another way. Most often not, and nothing is made. */
function isBranching(automaton: Automaton, state: number, view: View, place: number): boolean {
  const reader = automaton.readers[view.bytes[place] ?? 0];
  const escapes = reader === undefined ? NONE : reader(view, place);
  if (escapes === null) return true;
  for (let index = 0; index < escapes.length; index++) {
    if (stateAfter(automaton, state, escapes[index]?.bytes ?? []) !== ROOT) return true;
  }
  return isSeparable(automaton, state, view, place);
}

/** The other ways to read what is at the place of this reading. */
function addBranches(
  readings: Reading[],
  automaton: Automaton,
  parent: Reading,
  { escapes, view, place }: BranchPoint,
): void {
  for (const one of escapes) {
    const branch = withEscape(automaton, parent, one);
    if (branch !== null) readings.push(branch);
  }
  addSeparated(readings, automaton, parent, view, place);
}

/** Of those that will go on in the same way, the one that began first. */
function distinct({ depth }: Automaton, readings: readonly Reading[]): readonly Reading[] {
  if (readings.length < 2) return readings;
  const beginning = (one: Reading) => startOf(one, depth[one.state] ?? 0);
  const first = new Map<string, Reading>();
  for (const one of readings) {
    const way = `${one.at} ${one.state} ${one.isSeparated}`;
    const other = first.get(way);
    if (other === undefined || beginning(one) < beginning(other)) first.set(way, one);
  }
  return [...first.values()].slice(0, MOST_READINGS);
}
