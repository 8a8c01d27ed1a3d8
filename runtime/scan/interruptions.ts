/** What may interrupt the first bytes of forms: escapes that stand for one of them, and separations, between what they may be in. */
import type { Automaton } from '../redact/automaton.js';
import type { Breaks } from '../redact/forms.js';
import type { ByteString } from '../values/byte-string.js';
import { ALL, BLANKS, bytesIn, DIGITS, LETTERS, LINE_ENDS, SEPARATORS } from './signs.js';
import { ASCII } from './grams.js';
import { PREFIX_BYTES } from './word-filter.js';
import type { Interruption, Pairs } from './word-pattern.js';

type Bytes = readonly number[];

const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const QUOTES = 0x22;
const QUOTE = 0x27;
const PLUS = 0x2b;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const SMALL_X = 0x78;
const IN_NAMES = bytesIn('#ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
/** After a backslash: what needs more than the next byte, or says more than one thing. */
const NUMBERED = bytesIn('0123xuUc\\\r\n');

export interface Interruptions {
  readonly escapes: readonly Interruption[];
  readonly separations: readonly Interruption[];
}

export function interruptionsOf({ readers }: Automaton, forms: ReadonlyMap<ByteString, Breaks>): Interruptions {
  const prefixes = [...new Set([...forms.keys()].map((form) => form.slice(0, PREFIX_BYTES)))].map(bytesOf);
  const escapes = escapesOf(readers, prefixes);
  const begun = escapes.map(
    ({ signs, after }): Pairs => [signs, after === undefined ? ALL : [...new Set(after.flatMap(([next]) => next))]],
  );
  const hex = [...forms].flatMap(([form, breaks]) =>
    breaks === 'between pairs' ? [bytesOf(form.slice(0, 2 * PREFIX_BYTES))] : [],
  );
  return { escapes, separations: [lineEnds(begun), pairSeparators(hex, begun)] };
}

/** `prefixes`: the first bytes of forms. */
function escapesOf(readers: Automaton['readers'], prefixes: readonly Bytes[]): readonly Interruption[] {
  const meant = new Set(prefixes.flat());
  const numbers = numbersOf([...meant]);
  const backslash = ALL.filter(
    (next) => NUMBERED.includes(next) || stands(readers, next).some((byte) => meant.has(byte)),
  );
  const quotes = [QUOTE, QUOTES].filter((quote) => meant.has(quote));
  const all: readonly Interruption[] = [
    {
      signs: bytesIn('%='),
      after: [...numbers, [bytesIn('2'), bytesIn('5')], [bytesIn('u'), DIGITS], [[LF], ALL], [[CR], [LF]]],
    },
    { signs: bytesIn('&\\'), after: [[[...new Set([...IN_NAMES, ...backslash])], ALL]] },
    { ...before(prefixes, [BLANK]), signs: [LF, PLUS] },
    { ...before(prefixes, quotes), signs: quotes, after: [[bytesIn('\'"\\'), ALL]] },
  ];
  return all
    .map((one) => ({ ...one, signs: one.signs.filter((sign) => readers[sign] !== undefined) }))
    .filter((one) => one.before?.length !== 0 && one.signs.length > 0);
}

/** What one letter after one backslash means. */
function stands(readers: Automaton['readers'], next: number): readonly number[] {
  const bytes = Uint8Array.from([BACKSLASH, next, 0]);
  const read = readers[BACKSLASH]?.({ bytes, before: new Uint8Array(0), isLast: true }, 0) ?? [];
  return read.map((one) => one.bytes[0] ?? 0);
}

/** The digits of these bytes. What is not ASCII may be written in several ways. */
function numbersOf(meant: Bytes): readonly Pairs[] {
  const digits = (byte: number): Pairs => {
    const [high = '0', low = '0'] = byte.toString(16).padStart(2, '0');
    return [bytesIn(high + high.toUpperCase()), bytesIn(low + low.toUpperCase())];
  };
  const beyond = meant.some((byte) => byte >= ASCII) ? ALL.filter((byte) => byte >= ASCII) : [];
  return [...meant.filter((byte) => byte < ASCII), ...beyond].map(digits);
}

/** What is before these bytes among the first of a form; anything where a form begins with one. */
function before(prefixes: readonly Bytes[], wanted: Bytes): Pick<Interruption, 'before'> {
  if (prefixes.some(([first = -1]) => wanted.includes(first))) return {};
  const last = prefixes.flatMap((codes) => codes.filter((_, at) => wanted.includes(codes[at + 1] ?? -1)));
  return { before: last.length === 0 ? [] : [[ALL, [...new Set(last)]]] };
}

/** Between letters of base64, of which at least four are before it. `begun`: an escape that follows at once. */
function lineEnds(begun: readonly Pairs[]): Interruption {
  const others = [...BLANKS, ...LINE_ENDS];
  return {
    before: [[LETTERS, LETTERS]],
    signs: LINE_ENDS,
    after: [[LETTERS, ALL], [others, ALL], ...begun],
  };
}

/** Between the digits of hex of two bytes, with what may be written before the second one. */
function pairSeparators(hex: readonly Bytes[], begun: readonly Pairs[]): Interruption {
  const prefix: readonly Pairs[] = [
    [SEPARATORS, ALL],
    [[ZERO], [SMALL_X]],
    [[SMALL_X], DIGITS],
  ];
  return {
    before: pairsAt(hex, 0),
    signs: SEPARATORS,
    after: [...pairsAt(hex, 2), ...prefix, ...begun],
  };
}

/** The digits of three bytes in a row. */
function pairsAt(hex: readonly Bytes[], from: number): readonly Pairs[] {
  return hex.flatMap((codes) =>
    [from, from + 2, from + 4].flatMap((at): readonly Pairs[] => {
      const [first, second] = codes.slice(at);
      return first === undefined || second === undefined ? [] : [[[first], [second]]];
    }),
  );
}

function bytesOf(text: ByteString): readonly number[] {
  return [...text].map((sign) => sign.charCodeAt(0));
}
