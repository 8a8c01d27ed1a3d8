/** Whether bytes are text. */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes as text, or null if they are not UTF-8. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
