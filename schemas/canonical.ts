/** One spelling per JSON value (RFC 8785): keys by UTF-16 units, no blanks. */
import type { Json } from './plan.js';

/**
 * The canonical JSON text of a value. Absent members (`undefined`) are left out. Walks without recursion limits of its
 * own: plans are shallow. Throws a TypeError for what JSON cannot spell (functions, non-finite numbers, lone surrogates
 * are replaced by nothing and therefore refused).
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return stringText(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') return objectText(value as Record<string, Json | undefined>);
  throw new TypeError(`a ${typeof value} has no JSON spelling`);
}

/** The same value for people: keys sorted alike, two blanks a level, one newline at the end, so that a line diff reads well. */
export function prettyJson(value: unknown): string {
  return `${prettyText(value, '')}\n`;
}

function prettyText(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) {
    return `[\n${value.map((item) => inner + prettyText(item, inner)).join(',\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return canonicalJson(value);
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record)
    .filter((key) => record[key] !== undefined)
    .sort();
  if (keys.length === 0) return '{}';
  return `{\n${keys.map((key) => `${inner}${stringText(key)}: ${prettyText(record[key], inner)}`).join(',\n')}\n${indent}}`;
}

function objectText(record: Record<string, unknown>): string {
  const members: string[] = [];
  // Array.prototype.sort compares UTF-16 units, which is the order of RFC 8785, section 3.2.3.
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member !== undefined) members.push(`${stringText(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('a number that is not finite has no JSON spelling');
  // ECMAScript's own number spelling is the one RFC 8785 prescribes; it spells minus zero as 0.
  return JSON.stringify(value);
}

function stringText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('a lone surrogate has no canonical spelling');
  return JSON.stringify(text);
}
