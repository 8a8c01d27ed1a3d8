/**
 * Where a key that is defined twice was defined before: its path, whose position `source/` then finds. All before the
 * second definition is valid TOML, so a mark inserted there shows, once parsed, in which table it is. Nothing
 * here recurses: a key may lead through thousands of tables.
 */

import { parse } from 'smol-toml';
import { isRecord } from '#schemas/is-record.js';
import { endOfString } from '../source/toml-string.js';
import { CLOSING, spotAt } from './spot.js';

type Path = readonly (string | number)[];
type Table = Readonly<Record<string, unknown>>;

const MARK = 'tool: the second definition is here';
/** The path that the key or header at `offset` defines again; null if it cannot be determined. */
export function firstDefinition(text: string, offset: number): Path | null {
  const { open, isInHeader } = spotAt(text, offset);
  const before = text.slice(0, isInHeader ? open[0]?.offset : offset);
  const closed = open.map(({ character }) => CLOSING[character]).reverse();
  const values = parsed(isInHeader ? before : `${before}'${MARK}' = 0${closed.join('')}`);
  const keys = keysAt(text, offset, isInHeader ? ']' : '=');
  if (values === null || keys === null) return null;
  const table = isInHeader ? [] : pathOfMark(values);
  return table && definedPart(values, table, keys);
}

/** The keys that the header or pair at `offset` leads through. */
function keysAt(text: string, offset: number, end: '=' | ']'): readonly string[] | null {
  const keys: string[] = [];
  let value: unknown = parsed(`${text.slice(offset, endOfKey(text, offset, end))} = 0`);
  if (value === null) return null;
  for (; isRecord(value); value = value[keys.at(-1) ?? '']) keys.push(...Object.keys(value));
  return keys;
}

/** Quotes may hold the character that ends a key. */
function endOfKey(text: string, offset: number, end: '=' | ']'): number {
  let at = offset;
  while (at < text.length && text[at] !== end) {
    at = text[at] === '"' || text[at] === "'" ? endOfString(text, at) : at + 1;
  }
  return at;
}

interface Step {
  readonly key: string | number;
  readonly value: object;
  readonly from: Step | null;
}

/** The path of the table that holds the mark. */
function pathOfMark(root: Table): Path | null {
  const left: Step[] = [{ key: '', value: root, from: null }];
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const { value } = step;
    if (Object.hasOwn(value, MARK)) return pathTo(step);
    for (const [key, part] of Object.entries(value)) {
      if (typeof part === 'object' && part !== null)
        left.push({ key: Array.isArray(value) ? Number(key) : key, value: part, from: step });
    }
  }
  return null;
}

function pathTo(last: Step): Path {
  const path: (string | number)[] = [];
  for (let step = last; step.from !== null; step = step.from) path.push(step.key);
  return path.reverse();
}

/** The longest defined part of the key path, which is the conflicting definition; null if there is none. */
function definedPart(root: Table, table: Path, keys: readonly string[]): Path | null {
  const path = [...table];
  let value = path.reduce<unknown>((at, step) => (at as Readonly<Record<string | number, unknown>>)[step], root);
  let defined = 0;
  for (const key of keys) {
    // Of the tables of `[[a]]`, `[a.b]` leads into the last. Values do not tell whether `a = [{…}]` was written instead.
    if (Array.isArray(value) && isRecord(value.at(-1))) {
      path.push(value.length - 1);
      value = value.at(-1);
    }
    if (!isRecord(value) || !Object.hasOwn(value, key)) break;
    defined = path.push(key);
    value = value[key];
  }
  return defined === 0 ? null : path.slice(0, defined);
}

/** The values of a text; null if it is not TOML. */
function parsed(text: string): Table | null {
  try {
    return parse(text, { maxDepth: 200, integersAsBigInt: 'asNeeded' });
  } catch {
    return null;
  }
}
