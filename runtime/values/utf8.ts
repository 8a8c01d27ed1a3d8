/** Bytes as text, where they are text. */

/** What a decoder puts in the place of bytes that are not UTF-8; also a character that a text may contain. */
const REPLACEMENT = '\ufffd';

/** The mark that some editors put at the start of a text: it is not part of what the text says. */
export const BYTE_ORDER_MARK = '\ufeff';

export function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
}

/** Whether a text may have lost bytes when it was decoded. */
export function isSuspect(text: string): boolean {
  return text.includes(REPLACEMENT);
}

/** The bytes as text, or null if they are not UTF-8 or more than a string can hold. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    const text = bufferOver(bytes).toString('utf8');
    // A strict decoder takes Node longer to set up than all else here.
    return isSuspect(text) ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) : text;
  } catch {
    return null;
  }
}

/** The first line, from 1, of bytes that `decodeUtf8` refuses: a line end is never a part of another character. */
export function undecodableLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || decodeUtf8(bytes.subarray(start, end)) === null) break;
    start = end + 1;
  }
  return line;
}

/** The same bytes, with the methods of a buffer. */
export function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
