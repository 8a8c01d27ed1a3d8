/**
 * Changes values of a TOML text in place: comments, order, layout, line ends and a byte order mark stay as they are outside
 * the change. The text is spliced at the positions that `source/` finds, and the result is parsed again: it must hold the
 * expected data, or nothing is returned.
 *
 * A removed key or table takes the comment lines directly above it with it, as they describe it (and `# tool: allow` would
 * cover the next line otherwise), except for those at the top of the file. All other comments stay.
 */
import type { TomlTable } from '../toml/read-toml.js';
import { tomlValues } from '../toml/read-toml.js';
import { addPart } from './add-part.js';
import { isSame, isTable, valueAt, withoutEmptyTables, withoutPath, withPath } from './data.js';
import { removePart } from './remove-part.js';
import { replaceValue } from './replace-value.js';
import { lineEndOf } from './text-lines.js';
import type { TomlValue } from './toml-spelling.js';

export type TomlEdit =
  /** Adds the key, or replaces its value; tables on the way are created. */
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: TomlValue }
  /** Removes the key or the whole table, in whichever way it is written. */
  | { readonly kind: 'remove'; readonly path: readonly string[] };

export type EditedToml =
  | { readonly kind: 'edited'; readonly text: string }
  /** `why` is a clause: `it is not valid TOML`. */
  | { readonly kind: 'refused'; readonly why: string };

/** All edits, one after the other, or none of them. */
export function editToml(text: string, edits: readonly TomlEdit[]): EditedToml {
  let edited: EditedToml = { kind: 'edited', text };
  for (const edit of edits) {
    if (edited.kind === 'refused') return edited;
    edited = applied(edited.text, edit);
  }
  return edited;
}

function applied(text: string, edit: TomlEdit): EditedToml {
  const data = tomlValues(text);
  if (data === null) return refused('it is not valid TOML');
  const blocked = notATable(data, edit.path);
  if (blocked !== null) return refused(`\`${blocked.join('.')}\` is not a table`);
  const result = edit.kind === 'set' ? set(text, data, edit.path, edit.value) : removed(text, data, edit.path);
  const isExpected = result !== null && holds(result.text, result.expected, edit.path);
  return isExpected
    ? { kind: 'edited', text: result.text }
    : refused(`\`${edit.path.join('.')}\` is written in a way that cannot be changed in place`);
}

interface Result {
  readonly text: string;
  readonly expected: TomlTable;
}

function set(text: string, data: TomlTable, path: readonly string[], value: TomlValue): Result | null {
  const found = valueAt(data, path);
  const expected = withPath(data, path, value);
  if (found !== undefined && isSame(found, value)) return { text, expected: data };
  const replaced = found === undefined ? null : replaceValue(text, path, value);
  if (replaced !== null) return { text: replaced, expected };
  const absent = found === undefined ? text : removePart(text, path);
  const result = absent === null ? null : addPart(absent, path, value, lineEndOf(text));
  return result === null ? null : { text: result, expected };
}

function removed(text: string, data: TomlTable, path: readonly string[]): Result | null {
  if (valueAt(data, path) === undefined) return { text, expected: data };
  const result = removePart(text, path);
  return result === null ? null : { text: result, expected: withoutPath(data, path) };
}

/** Tables above a removed key that only it implied are gone too, which makes no difference. */
function holds(text: string, expected: TomlTable, path: readonly string[]): boolean {
  const found = tomlValues(text);
  return found !== null && isSame(withoutEmptyTables(found, path), withoutEmptyTables(expected, path));
}

/** The first part of the path that exists and is not a table; null if there is none. */
function notATable(data: TomlTable, path: readonly string[]): readonly string[] | null {
  for (let length = 1; length < path.length; length++) {
    const above = path.slice(0, length);
    const found = valueAt(data, above);
    if (found === undefined) return null;
    if (!isTable(found)) return above;
  }
  return null;
}

function refused(why: string): EditedToml {
  return { kind: 'refused', why };
}
