/** The line to write instead of a value of the wrong type, if the value tells which one is meant. */

import { isRecord } from '#schemas/is-record.js';
import { secretTypeOf } from '#schemas/secret-types/index.js';
import { coordinatesTable } from './coordinates-text.js';

/** Longer values are not repeated: they would not be a line to copy. */
const LONGEST = 80;

/** Null if another spelling is not enough. `expected` holds the types as worded by `typeWords`. */
export function lineToWrite(key: string, expected: string, found: unknown): string | null {
  const other = typeof found === 'string' ? otherField(key, found) : null;
  if (other !== null) return other.length > LONGEST ? null : other;
  // The rules of a policy: each is a table of the array.
  if (key === 'rule' && expected === 'an array' && isRecord(found)) return '[[rule]]';
  const value =
    key === 'revision' ? '"1.0"' : key === 'run' ? argumentsOf(found) : respelled(expected.split(' or '), found);
  return value === null || value.length > LONGEST ? null : `${keyText(key)} = ${value}`;
}

/** `refs` has an address for each alias, so one text is the `ref` for all of them; the type to generate is a key of its own. */
function otherField(key: string, found: string): string | null {
  if (key === 'refs') return coordinatesTable('ref', found);
  return key === 'generate' && isGenerated(found) ? `type = ${JSON.stringify(found)}\ngenerate = true` : null;
}

/** The program and its arguments, of which a text is only one. Null where a shell would do more than to split it. */
function argumentsOf(found: unknown): string | null {
  const words = typeof found === 'string' && /^[\w./:@%+,=\s-]+$/u.test(found) ? found.trim().split(/\s+/u) : [''];
  return words.includes('') ? null : `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
}

/** Whether `generate = true` is enough for this type. */
function isGenerated(type: string): boolean {
  const found = secretTypeOf(type);
  return (
    found?.can.includes('generate') === true && !Object.values(found.options).some(({ required = false }) => required)
  );
}

/** A key in TOML spelling. */
export function keyText(key: string): string {
  return /^[\w-]+$/u.test(key) && /^[\x20-\x7e]+$/u.test(key) ? key : JSON.stringify(key);
}

function respelled(expected: readonly string[], found: unknown): string | null {
  const [only = '', ...others] = expected;
  if (others.length === 0 && /^(?:true|false)$/u.test(only)) return only;
  if (typeof found === 'string') return ofText(expected, found);
  const isPlain = typeof found === 'number' || typeof found === 'bigint' || typeof found === 'boolean';
  if (isPlain && expected.includes('a string')) return `"${found}"`;
  const [entry] = Array.isArray(found) && found.length === 1 ? found : [];
  return typeof entry === 'string' && expected.includes('a string') ? JSON.stringify(entry) : null;
}

function ofText(expected: readonly string[], found: string): string | null {
  const word = found.trim().toLowerCase();
  // `typeWords` says "true or false", which is two words here.
  if (expected.includes('true') && TRUE.includes(word)) return 'true';
  if (expected.includes('false') && FALSE.includes(word)) return 'false';
  if (expected.includes('a whole number') && /^\d{1,9}$/u.test(word)) return String(Number(word));
  return expected.includes('an array') && word !== '' ? `[${JSON.stringify(found)}]` : null;
}
const TRUE: readonly string[] = ['true', 'yes', 'on', '1'];
const FALSE: readonly string[] = ['false', 'no', 'off', '0'];
