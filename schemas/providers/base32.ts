/** Base32 without padding, in small letters: a name with capitals and `_` for stores that know neither. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

export function base32(text: string): string {
  let result = '';
  let bits = 0;
  let size = 0;
  for (const byte of utf8(text)) {
    bits = (bits << 8) | byte;
    for (size += 8; size >= 5; size -= 5) result += LETTERS.charAt((bits >> (size - 5)) & 31);
    bits &= (1 << size) - 1;
  }
  return size === 0 ? result : result + LETTERS.charAt((bits << (5 - size)) & 31);
}

function utf8(text: string): readonly number[] {
  const escapes = encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|[^%]/g);
  return Array.from(escapes, ([character, hex]) =>
    hex === undefined ? character.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}
