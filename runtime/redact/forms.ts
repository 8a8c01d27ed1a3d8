/** How a value may be spelled in the output of a program: as it is, in base64, in hex, in a URL, in JSON, in a shell. */
import { type ByteString, byteStringOf, bytesOf, textOf } from '../values/byte-string.js';
import { LEAST_BYTES, LEAST_LINE_BYTES, type Pieces } from './pieces.js';

/** All forms, without repetitions. */
export function formsOf({
  whole,
  trimmed,
  lines,
}: Extract<Pieces, { readonly kind: 'pieces' }>): readonly ByteString[] {
  const forms = new Set<ByteString>();
  for (const piece of [trimmed, ...lines]) for (const form of escaped(piece)) forms.add(form);
  for (const piece of new Set([whole, trimmed])) for (const form of encoded(piece)) forms.add(form);
  return [...forms].filter((form) => form.length >= LEAST_BYTES);
}

/** Forms in which a part of the text is the same part of the form, so that a line is found in its text. */
function escaped(text: ByteString): readonly ByteString[] {
  return [text, ...inUrls(text), ...inJson(text), ...inShells(text)];
}

/** Forms of all bytes together. */
function encoded(bytes: ByteString): readonly ByteString[] {
  const hex = bytesOf(bytes).toString('hex');
  const base64 = inBase64(bytes);
  return [...base64, ...base64.map(withUrlAlphabet), hex, hex.toUpperCase()];
}

const BITS = 6;
/** Of base64(1) and MIME, and of PEM and openssl. */
const LINE_LENGTHS = [76, 64];

/**
 * Alone, with and without padding, and its lines; and inside a longer text, at each of the three places where it can begin in a
 * group. There, the first and the last letter can hold bits of what is around it: they are left out.
 */
function inBase64(bytes: ByteString): readonly ByteString[] {
  const alone = base64Of(bytes);
  const inside = [0, 1, 2].map((before) => {
    const letters = base64Of('\0'.repeat(before) + bytes);
    return letters.slice(Math.ceil((before * 8) / BITS), Math.floor(((before + bytes.length) * 8) / BITS));
  });
  const lines = LINE_LENGTHS.flatMap(
    (length) => alone.match(new RegExp(`.{${length}}|.{${LEAST_LINE_BYTES},}`, 'g')) ?? [],
  );
  return [alone, alone.replace(/=$/, ''), alone.replace(/=+$/, ''), ...lines, ...inside];
}

function base64Of(bytes: ByteString): ByteString {
  return bytesOf(bytes).toString('base64');
}

function withUrlAlphabet(base64: ByteString): ByteString {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

/** Letters and digits stay; these, too, by the rule or habit that is named. */
const KEPT_IN_URLS = {
  rfc3986: /[A-Za-z0-9._~-]/,
  encodeURIComponent: /[A-Za-z0-9._~!'()*-]/,
  path: /[A-Za-z0-9._~/-]/,
  form: /[A-Za-z0-9._*-]/,
} as const;

function inUrls(text: ByteString): readonly ByteString[] {
  const [rfc3986, ...others] = [KEPT_IN_URLS.rfc3986, KEPT_IN_URLS.encodeURIComponent, KEPT_IN_URLS.path].map((kept) =>
    percent(text, kept),
  );
  // A plus itself is escaped.
  const form = percent(text, KEPT_IN_URLS.form).replaceAll('%20', '+');
  const both = [rfc3986 ?? text, form];
  return [...both, ...others, ...both.map((one) => one.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()))];
}

function percent(text: ByteString, kept: RegExp): ByteString {
  return text.replace(/[^A-Za-z0-9]/gs, (byte) =>
    kept.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** The inside of a string: with the fewest escapes, and as writers do it that escape more. Bytes that are not UTF-8 are in no JSON. */
function inJson(bytes: ByteString): readonly ByteString[] {
  const text = textOf(bytes);
  if (text === null) return [];
  const fewest = JSON.stringify(text).slice(1, -1);
  const ascii = escapeUnits(fewest, /[\x7f-\uffff]/g);
  const html = escapeUnits(fewest, /[<>&\u2028\u2029]/g);
  const slashes = (form: string) => form.replaceAll('/', '\\/');
  const all = [fewest, ascii, html, escapeUnits(ascii, /[<>&]/g), slashes(fewest), slashes(ascii)];
  return all.map(byteStringOf);
}

function escapeUnits(text: string, units: RegExp): string {
  return text.replace(units, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The inside of quotes, and without quotes with a backslash before each special character. */
function inShells(text: ByteString): readonly ByteString[] {
  return [
    text.replaceAll("'", "'\\''"),
    text.replaceAll("'", `'"'"'`),
    text.replace(/["\\$`]/g, '\\$&'),
    text.replace(/["\\$`!]/g, '\\$&'),
    text.replace(/[^A-Za-z0-9_@%+=:,./\x80-\xff-]/g, '\\$&'),
    text.replace(/[^A-Za-z0-9_@%+=:./\x80-\xff-]/g, '\\$&'),
    text.replace(/[^A-Za-z0-9_\x80-\xff]/g, '\\$&'),
    ...inDollarQuotes(text),
  ];
}

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['\x07', 'a'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
  ['\x1b', 'E'],
  ["'", "'"],
  ['\\', '\\'],
]);

/** The inside of `$'…'`, as bash prints what has control characters. It escapes other bytes if the locale does not know them. */
function inDollarQuotes(text: ByteString): readonly ByteString[] {
  const octal = (byte: string) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  const control = text.replace(/[\0-\x1f'\\\x7f]/g, (byte) => {
    const letter = LETTERS.get(byte);
    return letter === undefined ? octal(byte) : `\\${letter}`;
  });
  return [control, control.replace(/[\x80-\xff]/g, octal)];
}
