/** What is wrong with a policy in view of the manifests that it judges: stores and patterns that nothing has. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { policies as codes } from '#schemas/diagnostics/E15-policies.js';
import { patternsFit } from '#schemas/name-pattern.js';
import { nearest } from '#schemas/nearest.js';
import type { Policy, PolicyRule, RuleUse } from '#schemas/policy.js';
import type { Claims } from '#schemas/stores/judge-spec.js';
import { valueAt } from '../source/place.js';
import type { BoundProject } from '../tree/effective.js';
import { schemes, storeWord } from './store-words.js';

export interface PolicyUse {
  /** All that are judged, and compile. */
  readonly projects: readonly BoundProject[];
  /** False: some do not compile, so that what nothing has may be in them. */
  readonly isWhole: boolean;
  /** The external providers of this machine. */
  readonly claims: Claims;
}

export function judgeUse(policies: readonly Policy[], use: PolicyUse): readonly Diagnostic[] {
  const names = {
    profiles: new Set(use.projects.flatMap(({ profiles }) => profiles.map(({ name }) => name))),
    secrets: new Set(use.projects.flatMap(({ secrets }) => secrets.map(({ name }) => name))),
  };
  const aliases = [...new Set(use.projects.flatMap(({ stores }) => [...stores.keys()]))];
  return policies.flatMap(({ file, rules, unsound }) =>
    [...rules.map(useOf), ...unsound].flatMap((rule) => [
      ...unknownStores(rule, file, aliases, use),
      ...(use.isWhole ? idlePatterns(rule, file, names) : []),
    ]),
  );
}

function useOf(rule: PolicyRule): RuleUse {
  return { ...rule, subjects: [rule.subject] };
}

/** A name may be an alias of a manifest that does not compile. */
function unknownStores(
  { id, index, subjects }: RuleUse,
  file: string,
  aliases: readonly string[],
  { isWhole, claims }: PolicyUse,
): readonly Diagnostic[] {
  const subject = subjects.find(({ kind }) => kind === 'stores');
  if (subject?.kind !== 'stores') return [];
  return (['only', 'forbid', 'demand'] as const).flatMap((clause) =>
    (subject[clause] ?? []).flatMap((written, entry) => {
      const word = storeWord(written);
      const name = word.kind === 'uri' ? word.scheme : word.name;
      if (schemes.includes(name) || claims.has(name)) return [];
      if (word.kind === 'name' && (aliases.includes(name) || !isWhole)) return [];
      const known = word.kind === 'uri' ? schemes : [...schemes, ...aliases];
      const facts = { rule: id, name, isUri: word.kind === 'uri', nearest: nearest(name, known), aliases };
      return [codes.E1513(facts, { at: valueAt(file, ['rule', index, 'stores', clause, entry]) })];
    }),
  );
}

type Names = Readonly<Record<'profiles' | 'secrets', ReadonlySet<string>>>;

function idlePatterns(rule: RuleUse, file: string, names: Names): readonly Diagnostic[] {
  return (['profiles', 'secrets'] as const).flatMap((key) =>
    (rule[key] ?? []).flatMap((pattern, entry) => {
      if ([...names[key]].some(patternsFit([pattern]))) return [];
      const facts = { rule: rule.id, pattern, of: key, nearest: nearest(pattern, [...names[key]]) };
      return [codes.W1515(facts, { at: valueAt(file, ['rule', rule.index, key, entry]) })];
    }),
  );
}
