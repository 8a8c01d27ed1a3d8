/** YAML as engines read it: block style, strings quoted unless they can mean nothing else. */
import { plainLine, quoted } from './quoted.js';

export type Yaml = string | number | boolean | readonly Yaml[] | YamlTable | Remarked;
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

export function yamlLines(value: Yaml, indent = ''): readonly string[] {
  if (value instanceof Remarked) return [...remarkLines(value.remarks, indent), ...yamlLines(value.value, indent)];
  if (isList(value)) return value.flatMap((each) => itemLines(each, indent));
  if (typeof value !== 'object') return [`${indent}${scalar(value)}`];
  return entriesOf(value).flatMap(([key, each]) => memberLines(key, each, indent));
}

function memberLines(key: string, value: Yaml, indent: string): readonly string[] {
  if (value instanceof Remarked)
    return [...remarkLines(value.remarks, indent), ...memberLines(key, value.value, indent)];
  const start = `${indent}${scalar(key)}:`;
  if (typeof value !== 'object') return [`${start} ${scalar(value)}`];
  if (isEmpty(value)) return [`${start} ${isList(value) ? '[]' : '{}'}`];
  return [start, ...yamlLines(value, `${indent}  `)];
}

function itemLines(value: Yaml, indent: string): readonly string[] {
  if (value instanceof Remarked) return [...remarkLines(value.remarks, indent), ...itemLines(value.value, indent)];
  if (typeof value !== 'object') return [`${indent}- ${scalar(value)}`];
  const [first = '{}', ...others] = yamlLines(value, `${indent}  `);
  return [`${indent}- ${first.trimStart()}`, ...others];
}

function remarkLines(remarks: readonly string[], indent: string): readonly string[] {
  return remarks.map((remark) => `${indent}# ${plainLine(remark)}`);
}

function entriesOf(table: YamlTable): readonly (readonly [string, Yaml])[] {
  const entries =
    table instanceof Map ? [...table] : Object.entries(table as Readonly<Record<string, Yaml | undefined>>);
  return entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
}

function isEmpty(value: readonly Yaml[] | YamlTable): boolean {
  return isList(value) ? value.length === 0 : entriesOf(value).length === 0;
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
