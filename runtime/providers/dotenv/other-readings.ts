/** How other programs read the values of a dotenv file, where that is not as we read them: a program that moves to us gets others. */
import type { OtherReading } from '../provider.js';
import { LineNumbers } from './line-numbers.js';
import { npmReading } from './npm-reading.js';
import { type Assignment, parseDotenv } from './parse-dotenv.js';

/** By key. `file`: its name in messages. */
export function otherReadings(text: string, file: string): ReadonlyMap<string, OtherReading> {
  const parsed = parseDotenv(text);
  const readings = new Map<string, OtherReading>();
  if (parsed.kind === 'malformed') return readings;
  const keys = new Set(parsed.assignments.map(({ key }) => key));
  const elsewhere = npmReading(text);
  const lines = new LineNumbers(text);
  for (const assignment of parsed.assignments) {
    const how = readingOf(assignment, keys) ?? (elsewhere.get(assignment.key) === assignment.value ? null : DIFFERENT);
    // Of a repeated key the last line counts.
    readings.delete(assignment.key);
    if (how !== null) readings.set(assignment.key, { ...how, place: `${file}:${lines.at(assignment.start)}` });
  }
  return readings;
}

type How = { readonly kind: 'different' } | { readonly kind: 'expanded'; readonly template: string | null };

const DIFFERENT: How = { kind: 'different' };

/** `${NAME}`, `${NAME:-default}` and the like. */
const REFERENCE = /\$\{([^{}]*)\}/g;
const NAME = /^[A-Z][A-Z0-9_]*/;

function readingOf({ key, value }: Assignment, keys: ReadonlySet<string>): How | null {
  if (value.search(REFERENCE) !== -1)
    return { kind: 'expanded', template: templateOf(value, (name) => name !== key && keys.has(name)) };
  return value.includes('`') ? { kind: 'expanded', template: null } : null;
}

/** The value as a template, with `…` for every text that may be secret: only names that are other keys of the file are shown. */
function templateOf(value: string, isShown: (name: string) => boolean): string {
  let template = '';
  let copied = 0;
  for (const { 0: reference, 1: inside = '', index } of value.matchAll(REFERENCE)) {
    const [name = ''] = NAME.exec(inside) ?? [];
    if (!isShown(name)) continue;
    template += `${index > copied ? HIDDEN : ''}\${${name}}`;
    copied = index + reference.length;
  }
  return copied < value.length || template === '' ? template + HIDDEN : template;
}
const HIDDEN = '…';
