/** What follows a backslash in JSON, YAML, programming languages and shells. */
import {
  byteEscapes,
  characterBytes,
  characterEscapes,
  type Digits,
  END,
  type Escape,
  endedNumberAt,
  isHighSurrogate,
  joinedSurrogates,
  NONE,
  numberAt,
  type Readings,
  type View,
} from './escape.js';

const BACKSLASH = 0x5c;
const CR = 0x0d;
const LF = 0x0a;
const ZERO = 0x30;
const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const MOST_IN_BRACES = 6;
/** JSON in JSON in JSON doubles them each time: a line of a log has one before a quote, three, then seven. */
const MOST_BACKSLASHES = 8;

const ONE_LETTER: ReadonlyMap<number, readonly number[]> = new Map(
  Object.entries({
    '0': [0x00],
    a: [0x07],
    b: [0x08],
    e: [0x1b],
    E: [0x1b],
    f: [0x0c],
    n: [LF],
    r: [CR],
    t: [0x09],
    v: [0x0b],
    // Of YAML: next line, no-break space, line and paragraph separator.
    N: [0xc2, 0x85],
    _: [0xc2, 0xa0],
    L: [0xe2, 0x80, 0xa8],
    P: [0xe2, 0x80, 0xa9],
  }).map(([letter, bytes]) => [letter.charCodeAt(0), bytes]),
);

/** After one backslash: the letters that can mean only one thing, and signs, which stand for themselves. */
const AFTER_ONE = byteEscapes(2).map((itself, letter) => {
  const known = ONE_LETTER.get(letter);
  if (letter === ZERO || letter === BACKSLASH || letter === CR || letter === LF) return NONE;
  if (known !== undefined) return [{ length: 2, bytes: known }];
  return isLetterOrDigit(letter) ? NONE : itself;
});

export function backslashAt(view: View, at: number): Readings {
  const { bytes, isLast } = view;
  let run = 1;
  while (run < MOST_BACKSLASHES && bytes[at + run] === BACKSLASH) run++;
  const letter = bytes[at + run] ?? END;
  if (letter === END && !isLast) return null;
  if (run === 1 && letter !== END) {
    const simple = AFTER_ONE[letter] ?? NONE;
    if (simple !== NONE) return simple;
  }
  const readings: Escape[] = [];
  for (let one = 2; one <= run; one *= 2) readings.push({ length: one, bytes: [BACKSLASH] });
  if (letter === END || letter === BACKSLASH) return readings;
  const others = afterRun(view, at + run, run);
  if (others === null) return null;
  for (const { length, bytes: meant } of others) readings.push({ length: run + length, bytes: meant });
  return readings;
}

/** `at`: what follows `run` backslashes. */
function afterRun(view: View, at: number, run: number): Readings {
  const letter = view.bytes[at] ?? END;
  const known = ONE_LETTER.get(letter);
  const simple = known === undefined ? NONE : [{ length: 1, bytes: known }];
  switch (String.fromCharCode(letter)) {
    case '0':
    case '1':
    case '2':
    case '3':
      return both(simple, byteReadings(numberAt(view, at, 3, 8), 3));
    case 'x':
      return numberIn(view, at, 2);
    case 'u':
      return unitAt(view, at, run);
    case 'U':
      return numberIn(view, at, 8);
    case 'c':
      return controlAt(view, at);
    case '\r':
    case '\n':
      return lineEndAt(view, at);
    default:
      // A sign that is special stands for itself.
      return known === undefined && !isLetterOrDigit(letter) ? [{ length: 1, bytes: [letter] }] : simple;
  }
}

/** The first that is undecided leaves all undecided. */
function both(one: Readings, other: Readings): Readings {
  return one === null || other === null ? null : [...one, ...other];
}

/** A byte for shells and C, a character for others. */
function byteReadings(value: Digits, length: number): Readings {
  if (value === 'undecided') return null;
  if (value === 'not a number' || value > 0xff) return NONE;
  const character = characterBytes(value) ?? [];
  const byte = { length, bytes: [value] };
  return character.length === 1 ? [byte] : [byte, { length, bytes: character }];
}

/** So many digits after the letter, or any number of them in braces. */
function numberIn(view: View, at: number, digits: number): Readings {
  if (view.bytes[at + 1] === BRACE) return inBraces(view, at);
  const value = numberAt(view, at + 1, digits, 16);
  const length = 1 + digits;
  return digits === 2 ? byteReadings(value, length) : characterReadings(value, length);
}

function inBraces(view: View, at: number): Readings {
  const found = endedNumberAt(view, at + 2, { most: MOST_IN_BRACES, radix: 16, end: CLOSING_BRACE });
  if (found === 'undecided') return null;
  return found === 'not a number' ? NONE : characterReadings(found.value, found.after - at);
}

function characterReadings(code: Digits, length: number): Readings {
  if (code === 'undecided') return null;
  return code === 'not a number' ? NONE : characterEscapes(code, length);
}

const UNIT_DIGITS = 4;
const UNIT_LENGTH = 1 + UNIT_DIGITS;

/** One unit of UTF-16, or two that are one character. */
function unitAt(view: View, at: number, run: number): Readings {
  if (view.bytes[at + 1] === BRACE) return inBraces(view, at);
  const first = numberAt(view, at + 1, UNIT_DIGITS, 16);
  if (typeof first !== 'number' || !isHighSurrogate(first)) return characterReadings(first, UNIT_LENGTH);
  const next = at + UNIT_LENGTH;
  for (let index = 0; index <= run; index++) {
    const byte = view.bytes[next + index] ?? END;
    if (byte === END) return view.isLast ? NONE : null;
    if (byte !== (index < run ? BACKSLASH : 0x75)) return NONE;
  }
  const second = numberAt(view, next + run + 1, UNIT_DIGITS, 16);
  if (second === 'undecided') return null;
  return second === 'not a number'
    ? NONE
    : characterEscapes(joinedSurrogates(first, second), UNIT_LENGTH + run + UNIT_LENGTH);
}

/** `\cA` of shells. */
function controlAt({ bytes, isLast }: View, at: number): Readings {
  const letter = bytes[at + 1] ?? END;
  if (letter === END) return isLast ? NONE : null;
  return [{ length: 2, bytes: [letter & 0x1f] }];
}

/** A long line that goes on in the next one. */
function lineEndAt({ bytes, isLast }: View, at: number): Readings {
  if (bytes[at] === LF) return [{ length: 1, bytes: [] }];
  const next = bytes[at + 1] ?? END;
  if (next === END) return isLast ? NONE : null;
  return next === LF ? [{ length: 2, bytes: [] }] : NONE;
}

function isLetterOrDigit(byte: number): boolean {
  const letter = byte | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
}
