/** One way to read the output: with some of its escapes replaced by what they stand for. */
import type { Automaton } from './automaton.js';
import type { Escape } from './escapes/escape.js';
import { ROOT } from './tree.js';

/** An escape that was read, and the ones before it. Symbols are the bytes that the automaton gets. */
interface Trail {
  readonly symbolsBefore: number;
  readonly symbolsAfter: number;
  readonly start: number;
  readonly end: number;
  readonly previous: Trail | null;
  /** How many they are. */
  readonly length: number;
}

/** How far what separates two parts of a form may go: an indentation. */
const LONGEST_SEPARATION = 64;
const LEAST_SHORTENED = 64;

export interface Reading {
  state: number;
  /** The position of the next byte to read. */
  at: number;
  /** So many of the last bytes are the same in the output as it is. */
  since: number;
  symbols: number;
  readonly trail: Trail | null;
  /** The last bytes were a separation: the form goes on where it was. */
  isSeparated: boolean;
}

/** The output as it is: `state` after everything before `at`. */
export function plainReading({ depth }: Automaton, state: number, at: number): Reading {
  const symbols = depth[state] ?? 0;
  return { state, at, since: symbols, symbols, trail: null, isSeparated: false };
}

/** Takes the next byte as it is. */
export function takeByte({ next }: Automaton, reading: Reading, byte: number): void {
  reading.state = next(reading.state, byte);
  reading.at += 1;
  reading.since += 1;
  reading.symbols += 1;
  reading.isSeparated = false;
}

/** With an escape at its place; null if it leads nowhere. */
export function withEscape(automaton: Automaton, reading: Reading, read: Escape): Reading | null {
  const { length, bytes, isLineEnd = false } = read;
  const { at, symbols } = reading;
  if (bytes.length === 0) return without(reading, reading.state, length);
  const state = stateAfter(automaton, reading.state, bytes);
  if (state === ROOT) return null;
  const end = at + length;
  const step = { symbolsBefore: symbols, symbolsAfter: symbols + bytes.length, start: at, end };
  const trail = shortened({ ...step, ...after(reading.trail) }, step.symbolsAfter - (automaton.depth[state] ?? 0));
  return { state, at: end, since: 0, symbols: step.symbolsAfter, trail, isSeparated: isLineEnd };
}

/** With the next `length` bytes left out, and in this state; null if that leads nowhere, or too much is left out. */
export function without(reading: Reading, state: number, length: number): Reading | null {
  const { at, symbols, trail } = reading;
  const before = reading.isSeparated && trail?.symbolsBefore === symbols ? trail : null;
  const start = before?.start ?? at;
  const end = at + length;
  if (state === ROOT || end - start > LONGEST_SEPARATION) return null;
  const step = { symbolsBefore: symbols, symbolsAfter: symbols, start, end };
  const grown = { ...step, ...after(before === null ? trail : before.previous) };
  return { state, at: end, since: 0, symbols, trail: grown, isSeparated: true };
}

export function stateAfter({ next }: Automaton, from: number, bytes: readonly number[]): number {
  let state = from;
  for (let index = 0; index < bytes.length; index++) state = next(state, bytes[index] ?? 0);
  return state;
}

function after(previous: Trail | null): Pick<Trail, 'previous' | 'length'> {
  return { previous, length: (previous?.length ?? 0) + 1 };
}

/** Where the last `count` symbols begin in the output. */
export function startOf({ symbols, at, trail }: Reading, count: number): number {
  const wanted = symbols - count;
  let [symbol, position] = [symbols, at];
  for (let step = trail; step !== null && wanted < step.symbolsAfter; step = step.previous) {
    [symbol, position] = [step.symbolsBefore, step.start];
    if (wanted >= symbol) return position;
  }
  return position - (symbol - wanted);
}

/** Without the escapes before this symbol, whenever their number has doubled: a reading may never end. */
function shortened(trail: Trail, oldest: number): Trail {
  if (trail.length < LEAST_SHORTENED || (trail.length & (trail.length - 1)) !== 0) return trail;
  const steps: Trail[] = [];
  for (let step: Trail | null = trail; step !== null && step.symbolsAfter >= oldest; step = step.previous) {
    if (steps.length * 2 > trail.length) return trail;
    steps.push(step);
  }
  return steps.reduceRight<Trail | null>((previous, step) => ({ ...step, ...after(previous) }), null) ?? trail;
}
