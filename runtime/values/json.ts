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

/** Whether an object of the text has a member twice, of which `value` has the last one: it has fewer members then. */
export function hasTwins(text: Uint8Array, value: unknown): boolean {
  return membersWritten(text) !== membersIn(value);
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

/** The colons outside of strings. Byte by byte: a pattern for strings has no room for those of many megabytes. */
function membersWritten(text: Uint8Array): number {
  let members = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString && byte === BACKSLASH) at++;
    else if (!isInString && byte === COLON) members++;
  }
  return members;
}

/** However deep they are. */
function membersIn(value: unknown): number {
  const waiting: unknown[] = [value];
  let members = 0;
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null) continue;
    const held: readonly unknown[] = Object.values(one);
    if (!Array.isArray(one)) members += held.length;
    for (const inner of held) waiting.push(inner);
  }
  return members;
}
