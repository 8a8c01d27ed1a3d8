/** Corrections that a finding offers, as edits of the manifest. */
import type { Fix, Place } from './diagnostic.js';

/** The fix of a finding at this place; none without a place. */
export type FixAt = (at: Place) => Fix;

/** Writes another name where the finding points: as a key, a value, or in a string. Nothing for a name that needs care in its spelling. */
export function writeInstead(name: string | null, { preferred = true } = {}): readonly FixAt[] {
  if (name === null || !isPlain(name)) return [];
  return [
    (at) => ({
      title: `write \`${name}\``,
      edits: [{ at, text: spelled(name, at) }],
      preferred,
    }),
  ];
}

/** Writes TOML where the finding points: a value with its quotes and brackets. */
export function writeValue(toml: string, { preferred = true } = {}): readonly FixAt[] {
  return [(at) => ({ title: `write \`${toml}\``, edits: [{ at, text: toml }], preferred })];
}

/** Removes the entry of a list, with its comma. */
export function removeEntry(title: string): readonly FixAt[] {
  return [(at) => ({ title, edits: [{ at, text: '' }], preferred: true })];
}

/** Inside a string the quotes are there already. */
function spelled(name: string, { part, span }: Place): string {
  if (span !== undefined) return name;
  return part === 'key' && /^[A-Za-z0-9_-]+$/u.test(name) ? name : JSON.stringify(name);
}

/** Text that is the same in each kind of string, and hides nothing. */
function isPlain(name: string): boolean {
  return name !== '' && name.length <= 200 && /^[\p{L}\p{N} !#$%&()*+,./:;<=>?@[\]^_`{|}~-]+$/u.test(name);
}
