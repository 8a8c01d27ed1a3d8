/** What a rule says of values. `lint` knows none: whether they fit is judged where they are. */
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';
import { policies } from '#schemas/diagnostics/E15-policies.js';
import type { ValueClause } from '#schemas/policy.js';
import type { PatternPart } from '#schemas/value-pattern/pattern.js';
import { readPattern } from '#schemas/value-pattern/read-pattern.js';
import type { PolicyRuleShape } from '../shape/policy-shape.js';

type ValueShape = NonNullable<PolicyRuleShape['value']>;
type PlaceIn = (...path: Place['path']) => Place;

/** Null after reporting what the shape could not say. */
export function valueClauses(value: ValueShape, at: PlaceIn, report: Report): readonly ValueClause[] | null {
  if (Object.keys(value).length === 0) {
    report(codes.E0207({ key: 'value', owner: null }, { at: at() }));
    return null;
  }
  const pattern = value.pattern === undefined ? undefined : patternOf(value.pattern, at('pattern'), report);
  const isOrdered = lengthsAreOrdered(value, at('max_length'), report);
  return pattern === null || !isOrdered ? null : clausesOf(value, pattern);
}

function patternOf(text: string, at: Place, report: Report): PatternPart | null {
  const read = readPattern(text);
  if (read.kind === 'pattern') return read.pattern;
  const { start, end, problem, advice } = read;
  report(policies.E1516({ problem, advice }, { at: { ...at, span: { start, end } } }));
  return null;
}

function lengthsAreOrdered(
  { min_length: least = 0, max_length: most }: ValueShape,
  at: Place,
  report: Report,
): boolean {
  if (most === undefined || least <= most) return true;
  report(codes.E0217({ key: 'max_length', problem: `must be at least ${least}` }, { at }));
  return false;
}

function clausesOf(value: ValueShape, pattern: PatternPart | undefined): readonly ValueClause[] {
  const clauses: ValueClause[] = [];
  if (value.type !== undefined) clauses.push({ key: 'type', type: value.type });
  if (pattern !== undefined) clauses.push({ key: 'pattern', pattern });
  if (value.one_of !== undefined) clauses.push({ key: 'one_of', texts: value.one_of });
  for (const key of ['min_length', 'max_length', 'min_entropy_bits'] as const) {
    const limit = value[key];
    if (limit !== undefined) clauses.push({ key, limit });
  }
  if (value.not_default === true) clauses.push({ key: 'not_default' });
  return clauses;
}
