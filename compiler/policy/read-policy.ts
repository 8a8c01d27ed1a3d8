/** Policy text → rules. All mistakes of a policy are reported at once, and a rule with a mistake is left out. */
import type { Diagnostic, Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';
import { policies } from '#schemas/diagnostics/E15-policies.js';
import { isRecord } from '#schemas/is-record.js';
import { nearest } from '#schemas/nearest.js';
import type { Policy, PolicyRule, PolicySubject, RuleUse } from '#schemas/policy.js';
import { findings } from '../findings.js';
import { fitting } from '../shape/fitting.js';
import {
  type PolicyRuleShape,
  partialRuleShape,
  policyRootShape,
  policyRuleShape,
  SUBJECT_TABLES,
  SUBJECTS,
} from '../shape/policy-shape.js';
import { judgeShape } from '../shape/shape-errors.js';
import { keyAt, valueAt } from '../source/place.js';
import { parseDuration } from '../text/duration.js';
import { readToml } from '../toml/read-toml.js';
import { valueClauses } from './value-clauses.js';

export interface ReadPolicy {
  /** With its sound rules; null if the text cannot be read. */
  readonly policy: Policy | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** `file` is how the policy is shown to people. */
export function readPolicy(file: string, text: string): ReadPolicy {
  const { report, all } = findings();
  const values = readToml(file, text, report);
  const policy = values === null ? null : { file, ...rulesOf(file, values, report) };
  return { policy, diagnostics: all() };
}

type Rules = Pick<Policy, 'rules' | 'unsound'>;

function rulesOf(file: string, values: Readonly<Record<string, unknown>>, report: Report): Rules {
  judgeShape(policyRootShape, values, { at: { file, path: [] }, table: 'the policy' }, report);
  const { revision, rule: written } = values;
  if (typeof revision === 'string' && revision !== '1.0')
    report(codes.E0205({ revision }, { at: valueAt(file, ['revision']) }));
  const rules: PolicyRule[] = [];
  const unsound: RuleUse[] = [];
  const ids = new Map<string, Place>();
  for (const [index, rule] of Array.isArray(written) ? written.entries() : []) {
    const { use, sound } = ruleOf({ file, index, rule }, report);
    if (isNamedOnce({ file, index, rule }, ids, report) && sound !== null) rules.push(sound);
    else unsound.push(use);
  }
  return { rules, unsound };
}

interface WrittenRule {
  readonly file: string;
  readonly index: number;
  readonly rule: unknown;
}

/** An id stands for its rule in every finding. */
function isNamedOnce({ file, index, rule }: WrittenRule, ids: Map<string, Place>, report: Report): boolean {
  const id = isRecord(rule) ? rule['id'] : undefined;
  if (typeof id !== 'string' || id.trim() === '') return false;
  const at = valueAt(file, ['rule', index, 'id']);
  const first = ids.get(id);
  if (first !== undefined) report(policies.E1512({ id }, { at, labels: [{ at: first, text: 'first used here' }] }));
  else if (!/^[a-z0-9-]+$/u.test(id)) report(policies.E1514({ id, near: asId(id) }, { at }));
  else ids.set(id, at);
  return ids.get(id) === at;
}

function asId(text: string): string | null {
  const id = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
  return id === '' ? null : id;
}

interface ReadRule {
  readonly use: RuleUse;
  /** Null: it has a mistake. */
  readonly sound: PolicyRule | null;
}

function ruleOf({ file, index, rule }: WrittenRule, report: Report): ReadRule {
  const path = ['rule', index];
  const id = isRecord(rule) && typeof rule['id'] === 'string' ? rule['id'] : null;
  const table = id === null ? 'a rule' : `rule \`${id}\``;
  const shape = judgeShape(policyRuleShape, rule, { at: { file, path }, table }, report);
  if (isRecord(rule)) judgeCount(rule, keyAt(file, path), file, index, report);
  const read = shape ?? partOf(rule);
  const given = SUBJECTS.filter((subject) => read[subject] !== undefined);
  const subjects = given.flatMap((kind) => subjectOf(kind, read, { file, path }, report) ?? []);
  const use = { id, index, profiles: read.profiles ?? null, secrets: read.secrets ?? null, subjects };
  const [subject] = subjects;
  if (shape === null || subject === undefined || given.length > 1) return { use, sound: null };
  const { severity = 'error', message = null } = shape;
  return { use, sound: { ...use, id: shape.id, severity, message, subject } };
}

/** Its keys that are sound, so that all mistakes are found at once; of a subject, what is sound in it. */
function partOf(rule: unknown): Partial<PolicyRuleShape> {
  if (!isRecord(rule)) return {};
  const parts = Object.entries(rule).flatMap(([key, value]): [string, unknown][] => {
    const shape = SUBJECT_TABLES.get(key);
    if (shape === undefined || !isRecord(value)) return [[key, value]];
    const part = fitting(shape, value);
    // What is left of nothing has been reported.
    return Object.keys(part).length === 0 && Object.keys(value).length > 0 ? [] : [[key, part]];
  });
  return fitting(partialRuleShape, Object.fromEntries(parts)) as Partial<PolicyRuleShape>;
}

/** A key that is nearly a subject has been reported as unknown, and is taken for it. */
function judgeCount(rule: Record<string, unknown>, at: Place, file: string, index: number, report: Report): void {
  const keys = Object.keys(rule);
  const given = keys.filter((key) => SUBJECTS.some((subject) => subject === key));
  const [first, second] = given;
  if (first !== undefined && second !== undefined) {
    const labels = [{ at: keyAt(file, ['rule', index, first]), text: 'the first subject' }];
    report(policies.E1511({ id: idOf(rule), given }, { at: keyAt(file, ['rule', index, second]), labels }));
  }
  if (first !== undefined) return;
  const isMeant = keys.some((key) => !Object.hasOwn(policyRuleShape.shape, key) && nearest(key, SUBJECTS) !== null);
  if (!isMeant) report(policies.E1511({ id: idOf(rule), given: [] }, { at: idPlace(rule, file, index) ?? at }));
}

function idOf({ id }: Record<string, unknown>): string | null {
  return typeof id === 'string' ? id : null;
}

function idPlace({ id }: Record<string, unknown>, file: string, index: number): Place | null {
  return id === undefined ? null : valueAt(file, ['rule', index, 'id']);
}

type RuleAt = { readonly file: string; readonly path: Place['path'] };

/** Null after reporting what the shape could not say. */
function subjectOf(
  kind: PolicySubject['kind'],
  rule: Partial<PolicyRuleShape>,
  { file, path }: RuleAt,
  report: Report,
): PolicySubject | null {
  const at = (...more: Place['path']) => valueAt(file, [...path, kind, ...more]);
  switch (kind) {
    case 'stores': {
      const { only = null, forbid = null, demand = null } = rule.stores ?? {};
      return hasClause({ only, forbid, demand }, kind, at(), report) ? { kind, only, forbid, demand } : null;
    }
    case 'generate': {
      const { only = null, forbid = null } = rule.generate ?? {};
      return hasClause({ only, forbid }, kind, at(), report) ? { kind, only, forbid } : null;
    }
    case 'cache':
      return cacheOf(rule.cache, at('max_age'), report);
    case 'reason':
      return { kind, atLeast: rule.reason ?? true };
    case 'description':
      return { kind, pattern: rule.description ?? '*' };
    case 'value': {
      const clauses = valueClauses(rule.value ?? {}, at, report);
      return clauses === null ? null : { kind, clauses };
    }
    case 'default':
    case 'scope':
    case 'required':
      return { kind };
  }
}

function hasClause(clauses: Readonly<Record<string, unknown>>, key: string, at: Place, report: Report): boolean {
  const isGiven = Object.values(clauses).some((clause) => clause !== null);
  if (!isGiven) report(codes.E0207({ key, owner: null }, { at }));
  return isGiven;
}

function cacheOf(cache: PolicyRuleShape['cache'], at: Place, report: Report): PolicySubject | null {
  if (cache === undefined || cache === false) return { kind: 'cache', maxAge: null };
  const seconds = parseDuration(cache.max_age);
  if (seconds !== null) return { kind: 'cache', maxAge: { written: cache.max_age, seconds } };
  report(codes.E0210({ key: 'max_age', value: cache.max_age }, { at }));
  return null;
}
