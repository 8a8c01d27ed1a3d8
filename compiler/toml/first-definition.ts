/**
 * Where a key that is defined twice was defined before: its path, whose position `source/` then finds. All before the
 * second definition is sound TOML, so a mark set there shows, when that is parsed, in which table it stands.
 */
import { parse } from 'smol-toml';

type Path = readonly (string | number)[];

const MARK = 'tool: the second definition stands here';
/** Within an inline table its end has to be added; none of a manifest stands deeper in others. */
const ENDS = ['', '}', '}}', '}}}'];

/** The path of what the key or header at `offset` defines again; null where that cannot be told. */
export function firstDefinition(text: string, offset: number): Path | null {
  const before = text.slice(0, offset);
  const header = /(?:^|\n)[ \t]*(\[\[?)[ \t]*$/u.exec(before);
  const known = header === null ? before : before.slice(0, header.index);
  const path = header === null ? null : keysIn(`${header[1]}${lineAt(text, offset)}`);
  for (const end of ENDS) {
    const values = parsed(header === null ? `${known}'${MARK}' = 0 ${end}` : known);
    if (values === null) continue;
    const table = header === null ? pathOfMark(values) : [];
    const keys = path ?? keysIn(`${text.slice(offset, text.indexOf('=', offset))} = 0`);
    return table === null || keys === null ? null : definedPart(values, [...table, ...keys]);
  }
  return null;
}

function lineAt(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(offset, end === -1 ? undefined : end);
}

/** The keys that one header or one pair leads through. */
function keysIn(statement: string): readonly string[] | null {
  const values = parsed(statement);
  if (values === null) return null;
  const keys: string[] = [];
  for (let value: unknown = values; isTable(value); ) {
    const [first] = Object.entries(value);
    if (first === undefined) break;
    keys.push(first[0]);
    value = first[1];
  }
  return keys;
}

/** The path of the table that holds the mark. */
function pathOfMark(value: unknown): Path | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Object.hasOwn(value, MARK)) return [];
  for (const [key, part] of Object.entries(value)) {
    const below = pathOfMark(part);
    if (below !== null) return [Array.isArray(value) ? Number(key) : key, ...below];
  }
  return null;
}

/** As far along the path as something is defined: `[a.b]` defines `a` again where `a` is no table. */
function definedPart(values: object, path: Path): Path | null {
  let value: unknown = values;
  for (const [index, step] of path.entries()) {
    if (!isTable(value) && !Array.isArray(value)) return path.slice(0, index);
    if (!Object.hasOwn(value, step)) return null;
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return path;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function parsed(text: string): object | null {
  try {
    return parse(text, { maxDepth: 200, integersAsBigInt: 'asNeeded' });
  } catch {
    return null;
  }
}
