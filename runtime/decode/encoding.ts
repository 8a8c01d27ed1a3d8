/** Encodings of stored values: strict reading, one way of writing (spec 2.10, semantics 8.1). */
import type { Encoding } from '#schemas/plan.js';
import { bufferOver } from '../values/utf8.js';

export type Decoded =
  | { readonly kind: 'decoded'; readonly bytes: Uint8Array }
  /** The reason is a clause about the text that quotes nothing of it: `it is cut off`. */
  | { readonly kind: 'malformed'; readonly reason: string };

/** Base64 is written with padding, base64url without, hex in lower case. */
export function encode(bytes: Uint8Array, encoding: Encoding): string {
  return bufferOver(bytes).toString(encoding);
}

/** The bytes that a stored text spells. One line end after it is tolerated. */
export function decode(stored: Uint8Array, encoding: Encoding): Decoded {
  // Every byte becomes one character, so that what is not ASCII is outside every alphabet.
  const text = withoutLineEnd(bufferOver(stored).toString('latin1'));
  const bytes = Buffer.from(text, encoding);
  // The platform reads leniently; a text that comes back from its bytes was spelled strictly.
  if (spellings(bytes, encoding).includes(encoding === 'hex' ? text.toLowerCase() : text))
    return { kind: 'decoded', bytes };
  return { kind: 'malformed', reason: encoding === 'hex' ? hexFault(text) : base64Fault(text, encoding) };
}

function withoutLineEnd(text: string): string {
  if (text.endsWith('\r\n')) return text.slice(0, -2);
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** The text that `encode` writes, and for both kinds of base64 the one with or without padding. */
function spellings(bytes: Buffer, encoding: Encoding): readonly string[] {
  const written = bytes.toString(encoding);
  if (encoding === 'hex') return [written];
  const bare = written.replace(/=+$/u, '');
  return [bare, bare.padEnd(Math.ceil(bare.length / 4) * 4, '=')];
}

function hexFault(text: string): string {
  return /[^0-9A-Fa-f]/u.test(text)
    ? 'it has a character that is not a hex digit'
    : 'it has an odd number of hex digits';
}

function base64Fault(text: string, encoding: Exclude<Encoding, 'hex'>): string {
  const foreign = encoding === 'base64' ? /[^A-Za-z0-9+/=]/u : /[^A-Za-z0-9_=-]/u;
  if (foreign.test(text)) return 'it has a character outside the alphabet';
  const digits = text.indexOf('=') === -1 ? text.length : text.indexOf('=');
  if (/[^=]/u.test(text.slice(digits))) return 'it continues after its padding';
  if (digits % 4 === 1) return 'it is truncated';
  if (digits < text.length && text.length !== Math.ceil(digits / 4) * 4) return 'it has wrong padding';
  return 'it has extra bits after its last byte';
}
