/** Characters in HTML and XML: `&amp;`, `&#38;`, `&#x26;`. */
import { characterEscapes, END, endedNumberAt, NONE, type Readings, type View } from './escape.js';
import { NAMED_CHARACTERS } from './named-characters.js';

const HASH = 0x23;
const SEMICOLON = 0x3b;
const SMALL_X = 0x78;
const CAPITAL_X = 0x58;
/** Some writers fill up with zeros. */
const MOST_DIGITS = 8;

export function entityAt(view: View, at: number): Readings {
  const next = view.bytes[at + 1] ?? END;
  if (next === END) return view.isLast ? NONE : null;
  return next === HASH ? numbered(view, at) : named(view, at);
}

function numbered(view: View, at: number): Readings {
  const letter = view.bytes[at + 2] ?? END;
  const isHex = letter === SMALL_X || letter === CAPITAL_X;
  const from = at + (isHex ? 3 : 2);
  const found = endedNumberAt(view, from, { most: MOST_DIGITS, radix: isHex ? 16 : 10, end: SEMICOLON });
  if (found === 'undecided') return null;
  return found === 'not a number' ? NONE : characterEscapes(found.value, found.after - at);
}

const LONGEST = Math.max(...[...NAMED_CHARACTERS.keys()].map((name) => name.length));

function named({ bytes, isLast }: View, at: number): Readings {
  for (let end = at + 1; end <= at + 1 + LONGEST; end++) {
    const byte = bytes[end] ?? END;
    if (byte === END) return isLast ? NONE : null;
    if (byte === SEMICOLON) {
      const name = Buffer.from(bytes.subarray(at + 1, end)).toString('latin1');
      return characterEscapes(NAMED_CHARACTERS.get(name) ?? END, end + 1 - at);
    }
    if (!isInName(byte)) return NONE;
  }
  return NONE;
}

/** Letters and digits of ASCII. */
function isInName(byte: number): boolean {
  const letter = byte | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
}
