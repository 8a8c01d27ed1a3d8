/** What a person has made of the text: the values that are new, or all that is wrong with it. Nothing of the text is repeated, for it may be a part of a value. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { templates } from '#schemas/diagnostics/E16-templates.js';
import { nearest } from '#schemas/nearest.js';
import { decode } from '../decode/encoding.js';
import { LineNumbers } from '../providers/dotenv/line-numbers.js';
import { type Assignment, parseDotenv } from '../providers/dotenv/parse-dotenv.js';
import type { EditedSecret } from '../session/operations/edit.js';
import { SecretValue } from '../values/secret-value.js';
import { decodeUtf8 } from '../values/utf8.js';
import { BINARY_MARK, isBinary } from './edited-text.js';

export type Edited =
  | { readonly kind: 'values'; readonly values: ReadonlyMap<string, SecretValue> }
  | { readonly kind: 'faults'; readonly faults: readonly Diagnostic[] };

export function readEdited(bytes: Uint8Array, secrets: readonly EditedSecret[]): Edited {
  const text = decodeUtf8(bytes);
  if (text === null) return faults(templates.E1621({ reason: 'is not UTF-8 text' }));
  const parsed = parseDotenv(text);
  if (parsed.kind === 'malformed') return faults(templates.E1615(parsed));
  const byName = new Map(secrets.map((one) => [one.secret, one]));
  const numbers = new LineNumbers(text);
  const lines = new Map<string, number>();
  const values = new Map<string, SecretValue>();
  const found: Diagnostic[] = [];
  for (const assignment of parsed.assignments) {
    const { key, value, start } = assignment;
    const line = numbers.at(start);
    const secret = byName.get(key);
    const first = lines.get(key);
    if (secret === undefined) found.push(templates.E1616({ line, nearest: nearest(key, byName.keys()) }));
    else if (first !== undefined) found.push(templates.E1617({ secret: key, line, first }));
    else if (!isWhole(text, assignment)) found.push(templates.E1622({ secret: key, line }));
    else {
      lines.set(key, line);
      const changed = changedValue(secret, value, line);
      if (changed !== null && 'code' in changed) found.push(changed);
      else if (changed !== null) values.set(key, changed);
    }
  }
  return found.length > 0 ? faults(...found) : { kind: 'values', values };
}

/**
 * Whether the value is all that was typed: what is taken for a comment or an escape is a part of a password, more likely. No line that the
 * editor got has either, outside of quotes.
 */
function isWhole(text: string, { value, valueStart, valueEnd, end }: Assignment): boolean {
  const written = text.slice(valueStart, valueEnd);
  const isQuoted = /^["']/u.test(written);
  return text.slice(valueEnd, end).trim() === '' && (isQuoted || written === value);
}

/** Null if it is what was shown. */
function changedValue(
  { secret, value: shown }: EditedSecret,
  text: string,
  line: number,
): SecretValue | Diagnostic | null {
  if (text === '') return shown === null || shown.isEmpty ? null : templates.E1618({ secret, line });
  const value = shown !== null && isBinary(shown) ? binaryValue(text) : SecretValue.fromText(text);
  if (value === null) return templates.E1619({ secret, line });
  return shown?.equals(value) === true ? null : value;
}

/** An editor may have broken the line. A text without the mark is a new text. */
function binaryValue(text: string): SecretValue | null {
  if (!text.startsWith(BINARY_MARK)) return SecretValue.fromText(text);
  const digits = text.slice(BINARY_MARK.length).replaceAll(/\s+/gu, '');
  const decoded = decode(Buffer.from(digits), 'base64');
  return decoded.kind === 'decoded' && digits !== '' ? SecretValue.fromBytes(decoded.bytes) : null;
}

function faults(...all: readonly Diagnostic[]): Edited {
  return { kind: 'faults', faults: all };
}
