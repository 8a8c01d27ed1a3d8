/** YAML as engines read it: block style, strings quoted unless they can mean nothing else. */
import { plainLine, quoted } from './quoted.js';

export type Yaml = string | number | boolean | readonly Yaml[] | YamlTable | Remarked | Written;
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

/** Text that several documents share, rendered once. */
export class Written {
  readonly lines: readonly string[];

  constructor(value: Yaml) {
    this.lines = yamlLines(value);
  }
}

export function yamlLines(value: Yaml, indent = ''): readonly string[] {
  const lines: string[] = [];
  write(lines, value, indent);
  return lines;
}

function write(lines: string[], value: Yaml, indent: string): void {
  if (value instanceof Remarked) {
    remark(lines, value, indent);
    write(lines, value.value, indent);
  } else if (value instanceof Written) for (const line of value.lines) lines.push(indent + line);
  else if (isList(value)) for (const each of value) writeItem(lines, each, indent);
  else if (typeof value !== 'object') lines.push(`${indent}${scalar(value)}`);
  else if (value instanceof Map) for (const [key, each] of value) writeMember(lines, key, each, indent);
  else {
    const table = value as { readonly [key: string]: Yaml | undefined };
    for (const key of Object.keys(table)) writeMember(lines, key, table[key], indent);
  }
}

function writeMember(lines: string[], key: string, value: Yaml | undefined, indent: string): void {
  if (value === undefined) return;
  if (value instanceof Remarked) {
    remark(lines, value, indent);
    writeMember(lines, key, value.value, indent);
    return;
  }
  const start = `${indent}${scalar(key)}:`;
  if (typeof value !== 'object') lines.push(`${start} ${scalar(value)}`);
  else if (!(value instanceof Written) && isEmpty(value)) lines.push(`${start} ${isList(value) ? '[]' : '{}'}`);
  else {
    lines.push(start);
    write(lines, value, `${indent}  `);
  }
}

function writeItem(lines: string[], value: Yaml, indent: string): void {
  const first = lines.length;
  if (typeof value === 'object' && !(value instanceof Remarked) && !(value instanceof Written) && isEmpty(value))
    lines.push(`${indent}- {}`);
  else write(lines, value, `${indent}  `);
  const line = lines[first] ?? '';
  lines[first] = line.startsWith(`${indent}- `) ? line : `${indent}- ${line.slice(indent.length + 2)}`;
}

function remark(lines: string[], { remarks }: Remarked, indent: string): void {
  for (const text of remarks) lines.push(`${indent}# ${plainLine(text)}`);
}

function isEmpty(value: readonly Yaml[] | YamlTable): boolean {
  if (isList(value)) return value.length === 0;
  return value instanceof Map ? value.size === 0 : Object.values(value).every((each) => each === undefined);
}

function isList(value: Yaml): value is readonly Yaml[] {
  return Array.isArray(value);
}

/** Words that some reader of YAML 1.1 takes for something else than a text. */
const MEANT_OTHERWISE = /^(?:true|false|yes|no|on|off|null|y|n)$/i;
const PLAIN = /^[A-Za-z_](?:[\w./ -]*\w)?$/;

function scalar(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  return PLAIN.test(value) && !MEANT_OTHERWISE.test(value) ? value : quoted(value);
}
