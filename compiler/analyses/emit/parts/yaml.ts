/** YAML as engines read it: block style, strings quoted unless they can mean nothing else. */
import { plainLine, quoted } from './quoted.js';

export type Yaml = string | number | boolean | readonly Yaml[] | YamlTable | Remarked | Written | Members;
/** In this order. Names of authors are keys of a map, for no name of theirs is a number or a prototype there. */
export type YamlTable = ReadonlyMap<string, Yaml> | { readonly [key: string]: Yaml | undefined };

/** A value with comments above it. */
export class Remarked {
  readonly remarks: readonly string[];
  readonly value: Yaml;

  constructor(value: Yaml, remarks: readonly string[]) {
    this.value = value;
    this.remarks = remarks;
  }
}

/** A list or table that several documents share: rendered once for all that have it in the same place. */
export class Written {
  readonly #value: Yaml;
  #depth = -1;
  #text = '';

  constructor(value: Yaml) {
    this.#value = value;
  }

  /** A list or table so deep; of an item, its first line starts with the sign of one. */
  at(depth: number, isItem: boolean): string {
    const place = isItem ? depth + 0.5 : depth;
    if (place === this.#depth) return this.#text;
    this.#depth = place;
    this.#text = yamlText(isItem ? [this.#value] : this.#value, depth);
    return this.#text;
  }
}

/** A table of such tables, one after the other. */
export class Members {
  readonly tables: readonly Written[];

  constructor(tables: readonly Written[]) {
    this.tables = tables;
  }
}

/** Without a line end at its end. */
export function yamlText(value: Yaml, depth = 0): string {
  const lines: string[] = [];
  write(lines, value, depth);
  return lines.join('\n');
}

function write(lines: string[], value: Yaml, depth: number): void {
  if (typeof value !== 'object') lines.push(indentOf(depth) + scalar(value));
  else if (value instanceof Written) lines.push(value.at(depth, false));
  else if (value instanceof Members) for (const table of value.tables) lines.push(table.at(depth, false));
  else if (value instanceof Remarked) {
    remark(lines, value, depth);
    write(lines, value.value, depth);
  } else if (isList(value)) for (const each of value) writeItem(lines, each, depth);
  else if (value instanceof Map) for (const [key, each] of value) writeMember(lines, key, each, depth);
  else {
    const table = value as { readonly [key: string]: Yaml | undefined };
    for (const key of Object.keys(table)) writeMember(lines, key, table[key], depth);
  }
}

function writeMember(lines: string[], key: string, value: Yaml | undefined, depth: number): void {
  if (value === undefined) return;
  if (typeof value !== 'object') lines.push(`${indentOf(depth)}${scalar(key)}: ${scalar(value)}`);
  else if (value instanceof Remarked) {
    remark(lines, value, depth);
    writeMember(lines, key, value.value, depth);
  } else if (isEmpty(value)) lines.push(`${indentOf(depth)}${scalar(key)}: ${isList(value) ? '[]' : '{}'}`);
  else {
    lines.push(`${indentOf(depth)}${scalar(key)}:`);
    write(lines, value, depth + 1);
  }
}

function writeItem(lines: string[], value: Yaml, depth: number): void {
  if (value instanceof Written) {
    lines.push(value.at(depth, true));
    return;
  }
  const start = `${indentOf(depth)}- `;
  const first = lines.length;
  if (typeof value === 'object' && !(value instanceof Remarked) && isEmpty(value)) lines.push(`${start}{}`);
  else write(lines, value, depth + 1);
  const line = lines[first] ?? '';
  lines[first] = line.startsWith(start) ? line : start + line.slice(start.length);
}

function remark(lines: string[], { remarks }: Remarked, depth: number): void {
  for (const text of remarks) lines.push(`${indentOf(depth)}# ${plainLine(text)}`);
}

const indents: string[] = [];
function indentOf(depth: number): string {
  indents[depth] ??= '  '.repeat(depth);
  return indents[depth];
}

function isEmpty(value: readonly Yaml[] | YamlTable | Written | Members): boolean {
  if (value instanceof Written) return false;
  if (value instanceof Members) return value.tables.length === 0;
  if (isList(value)) return value.length === 0;
  return value instanceof Map ? value.size === 0 : Object.values(value).every((each) => each === undefined);
}

function isList(value: Yaml): value is readonly Yaml[] {
  return Array.isArray(value);
}

/** Words that some reader of YAML 1.1 takes for something else than a text. */
const MEANT_OTHERWISE = /^(?:true|false|yes|no|on|off|null|y|n)$/i;
const LONGEST_WORD = 'false'.length;
const PLAIN = /^[A-Za-z_](?:[\w./ -]*\w)?$/;

function scalar(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return PLAIN.test(value) && !(value.length <= LONGEST_WORD && MEANT_OTHERWISE.test(value)) ? value : quoted(value);
}
