/** A dotenv text as a document: its values, and its bytes after changes. */
import { decodeUtf8 } from '../../values/utf8.js';
import type { Document } from '../bases/document.js';
import { type Failed, failed } from '../store-failure.js';
import { type Dotenv, parseDotenv } from './parse-dotenv.js';

/** `name`: the name of the file in messages, which say where it is wrong and do not quote it. */
export function dotenvDocument(bytes: Uint8Array, name: string): Document | Failed {
  const text = decodeUtf8(bytes);
  if (text === null) return failed('malformed', `\`${name}\` is not UTF-8 text`);
  const parsed = parseDotenv(text);
  if (parsed.kind === 'dotenv') return documentOf(parsed);
  const { line, column, problem } = parsed;
  return failed('malformed', `\`${name}:${line}:${column}\`: ${problem}`, LINES);
}

export function emptyDotenv(): Document {
  return documentOf({ kind: 'dotenv', text: '', assignments: [] });
}

const LINES = 'a line is `KEY=value`, a comment after `#`, or blank; a value over several lines needs quotes';

function documentOf(dotenv: Dotenv): Document {
  const values = valuesOf(dotenv);
  return {
    kind: 'document',
    values,
    names: () => [...values].flatMap(([key, value]) => (isLineOfValue(key, value) ? [] : key)),
    descriptions: async () => (await import('./describe-keys.js')).describeKeys(dotenv),
    encode: async (changes) => {
      // Loaded only to write: reading, which every start does, does not need it.
      const { editDotenv } = await import('./edit-dotenv.js');
      const edited = editDotenv(dotenv, changes);
      return edited === dotenv.text ? null : Buffer.from(edited, 'utf8');
    },
  };
}

/**
 * Whether a line is the last of a base64 text whose quotes are missing: its padding makes it an assignment, of `` or of `=`. A list of
 * names ends in a manifest, which would hold a part of a value then.
 */
function isLineOfValue(key: string, value: string): boolean {
  const isWholeLine = key.length >= SHORTEST_LINE && (key.length + 1) % BASE64_GROUP === 0;
  return (value === '=' || (value === '' && isWholeLine)) && BASE64_LINE.test(key);
}

const BASE64_GROUP = 4;
/** Names of variables are rarely so long, of both cases and with a digit. */
const SHORTEST_LINE = 15;
const BASE64_LINE = /^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9+/])[A-Za-z0-9+/]+$/;

function valuesOf({ assignments }: Dotenv): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { key, value } of assignments) values.set(key, value);
  return values;
}
