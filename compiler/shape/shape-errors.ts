/** zod's issues → E02, each at the smallest wrong part, with the nearest key suggested. */
import type * as z from 'zod';
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';
import { nearest } from '#schemas/nearest.js';
import { coordinatesTable } from './coordinates-text.js';
import { keysOf } from './known-keys.js';
import { lineToWrite } from './line-to-write.js';
import { otherKey } from './other-keys.js';
import { hidePrototypeKeys, shownKey, showPrototypeKeys } from './prototype-keys.js';
import { type KeyPath, keyWord, lastOf, placeAt, type ShapeContext, valueAt } from './shape-place.js';
import { eitherOf, nameOf, typeWords } from './shape-words.js';

type Issue = z.core.$ZodIssue;

/** The value, its shape, and where to report errors. */
interface Judgement {
  readonly shape: z.ZodType;
  readonly root: unknown;
  readonly context: ShapeContext;
  readonly report: Report;
}

/** Checks a value with a shape: the typed value, or null after reporting its errors. */
export function judgeShape<T>(shape: z.ZodType<T>, value: unknown, context: ShapeContext, report: Report): T | null {
  const hidden = hidePrototypeKeys(value);
  const result = shape.safeParse(hidden);
  if (result.success) return hidden === value ? result.data : showPrototypeKeys(result.data);
  reportIssues(result.error.issues, [], { shape, root: hidden, context, report });
  return null;
}

/** A key that is missing only because it is misspelt is one error, reported at the misspelt key. */
function reportIssues(issues: readonly Issue[], above: KeyPath, judgement: Judgement): void {
  const meant = new Set(issues.flatMap((issue) => meantKeys(judgement.shape, issue, above)));
  const others = issues.filter((issue) => !meant.has(pathText([...above, ...(issue.path as KeyPath)])));
  for (const issue of others) reportIssue(issue, above, judgement);
}

/** The paths of the keys that the unknown keys of a table probably mean. */
function meantKeys(shape: z.ZodType, issue: Issue, above: KeyPath): readonly string[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const path = [...above, ...(issue.path as KeyPath)];
  const known = keysOf(shape, path);
  return issue.keys.slice(0, MOST_SUGGESTIONS).flatMap((key) => {
    const meant = otherKey(shape, known, key, undefined)?.meant ?? nearest(key, known);
    return meant === null ? [] : [pathText([...path, meant])];
  });
}

function pathText(path: KeyPath): string {
  return JSON.stringify(path);
}

function reportIssue(issue: Issue, above: KeyPath, judgement: Judgement): void {
  const { root, context, report } = judgement;
  const path = [...above, ...(issue.path as KeyPath)];
  const key = keyWord(path, context);
  const at = placeAt(context, path, 'value');
  const found = valueAt(root, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      reportUnknownKeys(issue.keys, path, judgement);
      return;
    case 'invalid_type':
      if (found === undefined && path.length > 0) {
        const table = path.length === 1 ? context.table : `\`${keyWord(path.slice(0, -1), context)}\``;
        report(codes.E0201({ key: lastOf(path), table }, { at: placeAt(context, path.slice(0, -1), 'key') }));
        return;
      }
      reportType(key, typeWords(issue.expected), found, at, path, report);
      return;
    case 'invalid_union':
      reportUnion(issue, path, judgement);
      return;
    case 'invalid_value':
      if (found === undefined) {
        report(
          codes.E0201({ key: lastOf(path), table: context.table }, { at: placeAt(context, path.slice(0, -1), 'key') }),
        );
        return;
      }
      if (issue.values.some(isText)) reportChoice(key, issue.values.map(String), found, at, report);
      else reportType(key, issue.values.map(String).join(' or '), found, at, path, report);
      return;
    case 'too_small':
      if (issue.origin === 'array') report(codes.E0207({ key, owner: context.owner ?? null }, { at }));
      else if (issue.origin === 'string') reportBlank(key, path, at, context, report);
      else report(codes.E0217({ key, problem: `must be at least ${issue.minimum}` }, { at }));
      return;
    case 'too_big':
      report(codes.E0217({ key, problem: `must be at most ${issue.maximum}` }, { at }));
      return;
    case 'invalid_format':
      reportBlank(key, path, at, context, report);
      return;
    default:
      report(codes.E0202({ key, expected: 'another value', found: nameOf(found), write: null }, { at }));
  }
}

function reportBlank(key: string, path: KeyPath, at: Place, { owner = null }: ShapeContext, report: Report): void {
  report(codes.E0206({ key, owner, isEntry: typeof path.at(-1) === 'number' }, { at }));
}

/** More suggestions than these for one table would not be read. */
const MOST_SUGGESTIONS = 100;

function reportUnknownKeys(unknown: readonly string[], path: KeyPath, judgement: Judgement): void {
  const { shape, root, context, report } = judgement;
  const table = path.length === 0 ? context.table : `\`${keyWord(path, context)}\``;
  const known = keysOf(shape, path);
  for (const [index, key] of unknown.entries()) {
    const other = otherKey(shape, known, key, valueAt(root, [...path, key]));
    const advice = other?.advice ?? null;
    const isSuggested = advice === null && index < MOST_SUGGESTIONS;
    const near = isSuggested ? (other?.meant ?? nearest(key, known)) : null;
    const isTaken = near !== null && valueAt(root, [...path, near]) !== undefined;
    const at = placeAt(context, [...path, key], 'key');
    report(
      codes.E0203({ key: shownKey(key), table, nearest: near, known: known.map(shownKey), isTaken, advice }, { at }),
    );
  }
}

/** The alternative with the value's own type is the intended one. */
function reportUnion(issue: Extract<Issue, { code: 'invalid_union' }>, path: KeyPath, judgement: Judgement): void {
  const meant = issue.errors.find((issues) => !issues.some((inner) => isAboutType(inner)));
  if (meant !== undefined) {
    reportIssues(meant, path, judgement);
    return;
  }
  const { root, context, report } = judgement;
  const found = valueAt(root, path);
  const key = keyWord(path, context);
  const at = placeAt(context, path, 'value');
  const literals = issue.errors.flat().flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : []));
  if (literals.some(isText) && typeof found === 'string') {
    const isSwitch = issue.errors.flat().some((inner) => inner.code === 'invalid_type' && inner.expected === 'boolean');
    reportChoice(key, [...(isSwitch ? ['true', 'false'] : []), ...literals.map(String)], found, at, report);
    return;
  }
  const expected = issue.errors
    .flat()
    .flatMap((inner) =>
      inner.code === 'invalid_type'
        ? [typeWords(inner.expected)]
        : inner.code === 'invalid_value'
          ? inner.values.map((value) => (isText(value) ? `"${value}"` : String(value)))
          : [],
    );
  reportType(key, [...new Set(expected)].join(' or '), found, at, path, report);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isAboutType(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

function reportType(key: string, expected: string, found: unknown, at: Place, path: KeyPath, report: Report): void {
  const last = path.at(-1);
  if ((last === 'ref' || path.at(-2) === 'refs') && expected === typeWords('object')) {
    report(codes.E0208({ key, found: nameOf(found), table: coordinatesTable(lastOf(path), found) }, { at }));
    return;
  }
  // The key of a list says nothing about the spelling of its entries.
  const write = typeof last === 'number' ? null : lineToWrite(key, expected, found);
  report(codes.E0202({ key, expected: eitherOf(expected), found: nameOf(found), write }, { at }));
}

function reportChoice(key: string, values: readonly string[], found: unknown, at: Place, report: Report): void {
  if (typeof found !== 'string') {
    const write = lineToWrite(key, 'a string', found);
    report(codes.E0202({ key, expected: 'a string', found: nameOf(found), write }, { at }));
    return;
  }
  const allowed = values.map((value) => `\`${value}\``).join(', ');
  report(codes.E0204({ key, value: found, nearest: nearest(found, values), allowed }, { at }));
}
