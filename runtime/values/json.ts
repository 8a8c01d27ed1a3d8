/** JSON that others wrote. */
import { decodeUtf8 } from './utf8.js';

/** The value of a JSON text; undefined if it is not JSON, or not UTF-8. */
export function jsonIn(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : (decodeUtf8(text) ?? ''));
  } catch {
    return undefined;
  }
}
