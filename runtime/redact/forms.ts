/**
 * The forms of a value that are looked for. Only those in which other letters stand for it: what writers put in place of single
 * characters is read as the output passes (`escapes/`).
 */
import { base64Inside, withUrlAlphabet } from '../values/base64-letters.js';
import { type ByteString, bytesOf } from '../values/byte-string.js';
import { LEAST_BYTES, LEAST_LINE_BYTES, type Pieces } from './pieces.js';

/** How a form may be interrupted: base64 by the ends of its lines, hex by what separates its bytes. */
export type Breaks = 'nowhere' | 'between letters' | 'between pairs';

/** All forms, each once. */
export function breakableForms({
  whole,
  trimmed,
  lines,
}: Extract<Pieces, { readonly kind: 'pieces' }>): ReadonlyMap<ByteString, Breaks> {
  const forms = new Map<ByteString, Breaks>();
  const add = (form: ByteString, breaks: Breaks) => {
    if (form.length >= LEAST_BYTES && !forms.has(form)) forms.set(form, breaks);
  };
  for (const piece of [trimmed, ...lines]) add(piece, 'nowhere');
  for (const piece of new Set([whole, trimmed])) {
    for (const form of inBase64(piece)) {
      add(form, 'between letters');
      add(withUrlAlphabet(form), 'between letters');
    }
    const hex = bytesOf(piece).toString('hex');
    add(hex, 'between pairs');
    add(hex.toUpperCase(), 'between pairs');
  }
  return forms;
}

/** Of base64(1) and MIME, and of PEM and openssl. */
const LINE_LENGTHS = [76, 64];

/** Alone, with and without padding, and its lines; and inside a longer text. */
function inBase64(piece: ByteString): readonly ByteString[] {
  const bytes = bytesOf(piece);
  const alone = bytes.toString('base64');
  // Where each line of a log has something before it.
  const lines = LINE_LENGTHS.flatMap(
    (length) => alone.match(new RegExp(`.{${length}}|.{${LEAST_LINE_BYTES},}`, 'g')) ?? [],
  );
  return [alone, alone.replace(/=$/, ''), alone.replace(/=+$/, ''), ...lines, ...base64Inside(bytes)];
}
