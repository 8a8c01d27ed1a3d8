/**
 * Judges values by the rules of policies. A finding says which rule is broken, at which of its keys, and by the values of which secrets:
 * nothing of a value, and nothing that it could be told from. A length is only compared with the limit.
 */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { policies as codes } from '#schemas/diagnostics/E15-policies.js';
import { byName } from '#schemas/named.js';
import { patternsFit } from '#schemas/name-pattern.js';
import type { Policy, PolicyRule, ValueClause } from '#schemas/policy.js';
import type { PolicyFinding } from '#schemas/report.js';
import { matcherOf } from '#schemas/value-pattern/matcher.js';
import type { SecretValue } from '../values/secret-value.js';
import { entropyBits } from './entropy.js';
import { acceptsOf, valueTypes } from './value-types.js';

export interface ShownValue {
  readonly secret: string;
  readonly value: SecretValue;
  /** Of the manifest; null if there is none. */
  readonly defaultText: string | null;
}

/** A rule that values break: as it is printed, and as a program reads it. */
export interface ValueBreach {
  readonly diagnostic: Diagnostic;
  readonly finding: PolicyFinding;
}

/** The values are those that receivers get: composed, decoded, and the content of files. */
export function judgeValues(
  policies: readonly Policy[],
  profile: string,
  values: readonly ShownValue[],
): readonly ValueBreach[] {
  const read = values.map(readable).sort((left, right) => byName(left.secret, right.secret));
  return policies.flatMap(({ file, rules }) => rules.flatMap((rule) => judgeRule(rule, file, profile, read)));
}

/** Whether a policy has something to say about values. */
export function judgesValues({ rules }: Policy): boolean {
  return rules.some(({ subject }) => subject.kind === 'value');
}

/** A value as rules look at it. `text` is null for bytes that are not text: those count where characters do. */
interface Readable {
  readonly secret: string;
  readonly text: string | null;
  readonly characters: () => Iterable<number>;
  readonly isDefault: boolean;
}

function readable({ secret, value, defaultText }: ShownValue): Readable {
  const text = value.revealText();
  const characters = () => (text === null ? value.reveal() : codePoints(text));
  return { secret, text, characters, isDefault: text !== null && text === defaultText };
}

function* codePoints(text: string): Iterable<number> {
  for (const character of text) yield character.codePointAt(0) ?? 0;
}

function lengthOf(characters: Iterable<number>): number {
  let length = 0;
  for (const _character of characters) length++;
  return length;
}

function judgeRule(
  rule: PolicyRule,
  file: string,
  profile: string,
  values: readonly Readable[],
): readonly ValueBreach[] {
  const { subject, id, index, message, severity } = rule;
  if (subject.kind !== 'value' || !patternsFit(rule.profiles)(profile)) return [];
  const isMeant = patternsFit(rule.secrets);
  const meant = values.filter(({ secret }) => isMeant(secret));
  return subject.clauses.flatMap((clause) => {
    const holds = testOf(clause);
    const secrets = meant.filter((value) => !holds(value)).map(({ secret }) => secret);
    if (secrets.length === 0) return [];
    const facts = { rule: id, problem: problemOf(clause), secrets, profile, advice: message };
    const at = { file, path: ['rule', index, 'value', clause.key], part: 'value' } as const;
    const found = severity === 'error' ? codes.E1509(facts, { at }) : codes.W1509(facts, { at });
    const diagnostic = { ...found, policy: { file, rule: id }, profiles: [profile] };
    const finding = { policy: file, rule: id, key: clause.key, severity, secrets, message: found.message };
    return [{ diagnostic, finding }];
  });
}

type Test = (value: Readable) => boolean;

function testOf(clause: ValueClause): Test {
  switch (clause.key) {
    case 'type':
      return ofText(acceptsOf(clause.type));
    case 'pattern':
      return ofText(matcherOf(clause.pattern));
    case 'one_of': {
      const texts = new Set(clause.texts);
      return ofText((text) => texts.has(text));
    }
    case 'min_length':
      return ({ characters }) => lengthOf(characters()) >= clause.limit;
    case 'max_length':
      return ({ characters }) => lengthOf(characters()) <= clause.limit;
    case 'min_entropy_bits':
      return ({ characters }) => entropyBits(characters()) >= clause.limit;
    case 'not_default':
      return ({ isDefault }) => !isDefault;
  }
}

/** Bytes that are not text are of no type and fit no pattern. */
function ofText(holds: (text: string) => boolean): Test {
  return ({ text }) => text !== null && holds(text);
}

function problemOf(clause: ValueClause): string {
  switch (clause.key) {
    case 'type':
      return `not of type \`${clause.type}\` (${valueTypes[clause.type].words})`;
    case 'pattern':
      return 'not of the form that `pattern` describes';
    case 'one_of':
      return 'not listed in `one_of`';
    case 'min_length':
      return `shorter than ${counted(clause.limit, 'character')}`;
    case 'max_length':
      return `longer than ${counted(clause.limit, 'character')}`;
    case 'min_entropy_bits':
      return `estimated at less than ${counted(clause.limit, 'bit')} of entropy`;
    case 'not_default':
      return 'the same as the default in the manifest';
  }
}

function counted(count: number, unit: string): string {
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}
