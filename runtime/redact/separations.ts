/** What may separate two parts of one form: the ends of lines in base64, and in hex whatever is written between bytes. */
import type { Automaton } from './automaton.js';
import type { View } from './escapes/escape.js';
import { type Reading, without } from './reading.js';
import { ROOT } from './tree.js';

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const SMALL_X = 0x78;
const BETWEEN_PAIRS = bytesIn(' \t,-:\\');

/**
 * Any line may end in letters that could be the beginning of a value, and would be held back. So fewer letters than these count
 * only where the whole line looks like base64 or hex.
 */
const ENOUGH = { 'between letters': 4, 'between pairs': 8 } as const;
const ALPHABETS = {
  'between letters': bytesIn('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_='),
  'between pairs': bytesIn('0123456789ABCDEFabcdef\t ,:\\x-'),
} as const;
const LEAST_OF_LINE = 8;
const LONG_RUN = 60;
/** How much of the output before has to be known. */
export const JUDGED_BYTES = 64;

/** Whether there may be a separation after a form that is read as far as this state. */
export function isSeparable(automaton: Automaton, state: number, view: View, place: number): boolean {
  if (!automaton.isSeparable(state, view.bytes[place] ?? 0)) return false;
  return INTERRUPTIONS.some(
    (kind) => stateBefore(automaton, kind, { state, isSeparated: false }, view, place) !== ROOT,
  );
}

/** Adds to `readings` this one with the separation at its place left out, if there is one. */
export function addSeparated(
  readings: Reading[],
  automaton: Automaton,
  reading: Reading,
  view: View,
  place: number,
): void {
  for (const kind of INTERRUPTIONS) {
    const state = stateBefore(automaton, kind, reading, view, place);
    const separated = state === ROOT ? null : without(reading, state, 1);
    if (separated !== null) readings.push(separated);
  }
}

type Interruption = keyof typeof ENOUGH;
const INTERRUPTIONS: readonly Interruption[] = ['between letters', 'between pairs'];

/** What goes on after this byte, which is left out; the root if nothing does. */
function stateBefore(
  automaton: Automaton,
  kind: Interruption,
  reading: Pick<Reading, 'state' | 'isSeparated'>,
  view: View,
  place: number,
): number {
  const byte = view.bytes[place] ?? 0;
  const isLineEnd = byte === LF || byte === CR;
  const isBetween = kind === 'between pairs' && BETWEEN_PAIRS[byte] === 1;
  if (reading.isSeparated && isBlank(byte)) return reading.state;
  if (!isLineEnd && !isBetween && !isPrefix(kind, reading, view, place)) return ROOT;
  const state = automaton.breakable(reading.state, kind);
  if (!isLineEnd || state === ROOT || reading.isSeparated) return state;
  const isEnough = (automaton.depth[state] ?? 0) >= ENOUGH[kind];
  return isEnough || isEncodedLine(view, place, ALPHABETS[kind]) ? state : ROOT;
}

/** Of `\x` and `0x` before each byte. */
function isPrefix(
  kind: Interruption,
  { isSeparated }: Pick<Reading, 'isSeparated'>,
  view: View,
  place: number,
): boolean {
  if (!isSeparated || kind !== 'between pairs') return false;
  const byte = view.bytes[place];
  // At the end of what is known, it may be one.
  if (byte === ZERO) return (view.bytes[place + 1] ?? SMALL_X) === SMALL_X;
  return byte === SMALL_X && [ZERO, BACKSLASH].includes(byteAt(view.bytes, view.before, place - 1));
}

/** Whether nothing else is before this place in its line except an indentation, or for long enough. */
function isEncodedLine({ bytes, before }: View, place: number, alphabet: Uint8Array): boolean {
  let at = place - 1;
  const least = place - 1 - LONG_RUN;
  while (at > least && alphabet[byteAt(bytes, before, at)] === 1) at--;
  if (at === least) return true;
  if (place - 1 - at < LEAST_OF_LINE) return false;
  while (place - at < JUDGED_BYTES && isBlank(byteAt(bytes, before, at))) at--;
  return byteAt(bytes, before, at) === LF;
}

/** The output begins as a line does. */
function byteAt(bytes: Uint8Array, before: Uint8Array, place: number): number {
  return (place >= 0 ? bytes[place] : before[before.length + place]) ?? LF;
}

function isBlank(byte: number): boolean {
  return byte === BLANK || byte === TAB;
}

function bytesIn(signs: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const sign of signs) table[sign.charCodeAt(0)] = 1;
  return table;
}
