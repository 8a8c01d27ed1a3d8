/** Text or not; NUL or not. */
import type { SecretValue } from './secret-value.js';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The value as text, or null where it is not UTF-8. A byte order mark is kept. */
export function textOf(value: SecretValue): string | null {
  return decodeUtf8(value.reveal());
}

/** The bytes as text, or null where they are not UTF-8. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Environment values cannot contain NUL (spec 8). */
export function hasNul(value: SecretValue): boolean {
  return value.reveal().includes(0);
}
