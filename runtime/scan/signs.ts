/** The bytes that forms and what interrupts them consist of. */

export const ALL: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);
export const DIGITS = bytesIn('0123456789abcdefABCDEF');
/** Of base64, in both alphabets, with what fills it up. */
export const LETTERS = bytesIn('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=');
export const LINE_ENDS = bytesIn('\n\r');
export const BLANKS = bytesIn(' \t');
/** Between the bytes of hex. */
export const SEPARATORS = bytesIn('\t\n\r ,-:\\');

export function bytesIn(signs: string): readonly number[] {
  return [...signs].map((sign) => sign.charCodeAt(0));
}

export function setOf(bytes: readonly number[]): Uint8Array {
  const set = new Uint8Array(ALL.length);
  for (const byte of bytes) set[byte] = 1;
  return set;
}
