/**
 * Foreign text, such as a message of a server or a program, without the values that were sent to it: as they are, and in the
 * forms in which headers, addresses and programs repeat them.
 */
import { base64Inside, withUrlAlphabet } from './base64-letters.js';

/** Shorter values could be found in any message. */
const SHORTEST = 4;
const HIDDEN = '[secret]';

export function withoutValues(text: string, values: readonly string[]): string {
  const forms = new Set(values.filter(({ length }) => length >= SHORTEST).flatMap(formsOf));
  // The longest first: what is left of one that begins with another would be shown.
  const hidden = [...forms].filter(({ length }) => length >= SHORTEST).sort((one, other) => other.length - one.length);
  return hidden.reduce((shown, value) => shown.replaceAll(value, HIDDEN), text);
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const quoted = JSON.stringify(value).slice(1, -1);
  return [value, quoted, ...inUrls(value), hex, hex.toUpperCase(), ...inBase64(bytes)];
}

function inUrls(value: string): readonly string[] {
  const escaped = encodeURIComponent(value.toWellFormed());
  const strict = escaped.replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [escaped, strict, strict.replaceAll('%20', '+')];
  return [...forms, ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()))];
}

/** Alone, and inside a longer text. */
function inBase64(bytes: Buffer): readonly string[] {
  const alone = bytes.toString('base64');
  const forms = [alone, alone.replace(/=+$/, ''), ...base64Inside(bytes)];
  return [...forms, ...forms.map(withUrlAlphabet)];
}

/** Of more than this it is not worth the time to find the parts. */
const LONGEST = 65_536;

/** What a program says without any part of what it printed that is long enough to be told from other words. */
export function withoutParts(text: string, printed: string): string {
  const whole = printed.trim();
  if (whole === '') return text;
  const isShort = whole.length < SHORTEST && text.includes(whole);
  if (isShort || Math.max(printed.length, text.length) > LONGEST) return HIDDEN;
  const parts = new Set<string>();
  for (let at = 0; at + SHORTEST <= whole.length; at++) parts.add(whole.slice(at, at + SHORTEST));
  const covered = new Uint8Array(text.length);
  for (let at = 0; at + SHORTEST <= text.length; at++)
    if (parts.has(text.slice(at, at + SHORTEST))) covered.fill(1, at, at + SHORTEST);
  const shown = Array.from(covered, (isCovered, at) => {
    if (isCovered === 0) return text.charAt(at);
    return covered[at - 1] === 1 ? '' : HIDDEN;
  });
  return shown.join('');
}
