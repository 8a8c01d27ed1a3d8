/** `%XX` of URLs and `=XX` of quoted-printable mail. */
import {
  byteEscapes,
  characterBytes,
  characterEscapes,
  END,
  type Escape,
  isHighSurrogate,
  joinedSurrogates,
  NONE,
  numberAt,
  type Readings,
  type View,
} from './escape.js';

const HEX_DIGITS = 2;
const UNIT_DIGITS = 4;
const PERCENT_ITSELF = 0x25;
const SMALL_U = 0x75;
const CR = 0x0d;
const LF = 0x0a;
/** A URL in a URL in a URL. */
const MOST_NESTED = 3;

/** And as a character of Latin-1. */
const AS_BYTE = byteEscapes(1 + HEX_DIGITS).map((escapes, code) =>
  code < 0x80 ? escapes : [...escapes, { length: 1 + HEX_DIGITS, bytes: characterBytes(code) ?? [] }],
);

/** One byte, in a URL that may be part of another one (`%2541`); and characters as JavaScript's `escape` writes them. */
export function percentAt(view: View, at: number): Readings {
  const digits = at + 1;
  if (view.bytes[digits] === SMALL_U) return unitsAt(view, at);
  const byte = numberAt(view, digits, HEX_DIGITS, 16);
  if (byte === 'undecided') return null;
  if (byte === 'not a number') return NONE;
  return byte === PERCENT_ITSELF ? nestedAt(view, at) : (AS_BYTE[byte] ?? NONE);
}

function nestedAt(view: View, at: number): Readings {
  const readings: Escape[] = [{ length: 1 + HEX_DIGITS, bytes: [PERCENT_ITSELF] }];
  for (let digits = at + 1 + HEX_DIGITS, left = MOST_NESTED; left > 0; left--, digits += HEX_DIGITS) {
    const byte = numberAt(view, digits, HEX_DIGITS, 16);
    if (byte === 'undecided') return null;
    if (byte === 'not a number') break;
    readings.push({ length: digits + HEX_DIGITS - at, bytes: [byte] });
    if (byte !== PERCENT_ITSELF) break;
  }
  return readings;
}

const UNIT_LENGTH = 2 + UNIT_DIGITS;

/** One unit of UTF-16, or two that are one character. */
function unitsAt(view: View, at: number): Readings {
  const first = numberAt(view, at + 2, UNIT_DIGITS, 16);
  if (first === 'undecided') return null;
  if (first === 'not a number') return NONE;
  if (!isHighSurrogate(first)) return characterEscapes(first, UNIT_LENGTH);
  for (const [index, sign] of [PERCENT_ITSELF, SMALL_U].entries()) {
    const byte = view.bytes[at + UNIT_LENGTH + index] ?? END;
    if (byte === END && !view.isLast) return null;
    if (byte !== sign) return NONE;
  }
  const second = numberAt(view, at + UNIT_LENGTH + 2, UNIT_DIGITS, 16);
  if (second === 'undecided') return null;
  return second === 'not a number' ? NONE : characterEscapes(joinedSurrogates(first, second), 2 * UNIT_LENGTH);
}

/** One byte, or the end of a line that goes on in the next one. */
export function equalsAt(view: View, at: number): Readings {
  const next = view.bytes[at + 1] ?? END;
  if (next === LF) return [{ length: 2, bytes: [] }];
  if (next === CR) {
    const last = view.bytes[at + 2] ?? END;
    if (last === END && !view.isLast) return null;
    return last === LF ? [{ length: 3, bytes: [] }] : NONE;
  }
  const byte = numberAt(view, at + 1, HEX_DIGITS, 16);
  if (byte === 'undecided') return null;
  return byte === 'not a number' ? NONE : (AS_BYTE[byte] ?? NONE);
}
