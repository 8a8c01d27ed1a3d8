/** Bytes as text, where they are text. */

/** What a decoder puts in the place of bytes that are not UTF-8. */
export const REPLACEMENT = '\ufffd';

/** The bytes as text, or null if they are not UTF-8. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  const text = bufferOver(bytes).toString('utf8');
  // A strict decoder takes Node longer to set up than all of this.
  return text.includes(REPLACEMENT) ? decodeStrictly(bytes) : text;
}

/** The same bytes, with the methods of a buffer. */
export function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The text may contain that character itself. */
function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
