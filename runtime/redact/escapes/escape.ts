/** What a writer put in place of characters, and how to read it. */

export interface Escape {
  /** How many bytes of the output it takes. */
  readonly length: number;
  /** What it stands for. Nothing: the text continues after it, as after a line end that only breaks a long line. */
  readonly bytes: readonly number[];
  /** An indentation may follow. */
  readonly isLineEnd?: true;
}
/** All ways to read what begins at a place; null: the next bytes decide. */
export type Readings = readonly Escape[] | null;

/** The output as far as it is known. */
export interface View {
  readonly bytes: Uint8Array;
  /** Nothing follows. */
  readonly isLast: boolean;
  /** The bytes before them, as many as a line is judged by, or all. */
  readonly before: Uint8Array;
}

export const NONE: readonly Escape[] = [];
/** By the byte it stands for: one reading of this length. Made once, because most of them lead nowhere. */
export function byteEscapes(length: number): readonly (readonly Escape[])[] {
  return Array.from({ length: 256 }, (_, byte) => [{ length, bytes: [byte] }]);
}

/** The byte at a place beyond the end. */
export const END = -1;

/** `undecided`: the output may go on here. */
export type Digits = number | 'not a number' | 'undecided';

/** Exactly so many digits. */
export function numberAt(view: View, from: number, digits: number, radix: 8 | 16): Digits {
  let value = 0;
  for (let at = from; at < from + digits; at++) {
    const digit = digitAt(view, at, radix);
    if (typeof digit !== 'number') return digit;
    value = value * radix + digit;
  }
  return value;
}

/** From one to `most` digits, and the sign that ends them. */
export function endedNumberAt(
  view: View,
  from: number,
  { most, radix, end }: { readonly most: number; readonly radix: 10 | 16; readonly end: number },
): { readonly value: number; readonly after: number } | Exclude<Digits, number> {
  let value = 0;
  for (let at = from; at <= from + most; at++) {
    const byte = view.bytes[at] ?? END;
    if (byte === end && at > from) return { value, after: at + 1 };
    const digit = digitAt(view, at, radix);
    if (typeof digit !== 'number') return digit;
    value = value * radix + digit;
  }
  return 'not a number';
}

function digitAt({ bytes, isLast }: View, at: number, radix: 8 | 10 | 16): Digits {
  const byte = bytes[at] ?? END;
  if (byte === END) return isLast ? 'not a number' : 'undecided';
  const digit = DIGITS[byte] ?? radix;
  return digit < radix ? digit : 'not a number';
}

const NO_DIGIT = 0xff;
/** The value of each digit, by its code. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? NO_DIGIT : value;
});

/** A character; nothing for what is not one. */
export function characterEscapes(code: number, length: number): readonly Escape[] {
  const bytes = characterBytes(code);
  return bytes === null ? NONE : [{ length, bytes }];
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** -1 if the second does not belong to the first. */
export function joinedSurrogates(first: number, second: number): number {
  return second >= 0xdc00 && second <= 0xdfff ? 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00) : -1;
}

/** UTF-8; null for what is not a character. */
export function characterBytes(code: number): readonly number[] | null {
  if (code >= 0 && code < 0x80) return [code];
  if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
  return [...Buffer.from(String.fromCodePoint(code), 'utf8')];
}
