/** Judges a sound project by policies. Each cause is one finding, at the key in force, in the parent where that stands. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { type PolicyFacts, policies as codes } from '#schemas/diagnostics/E15-policies.js';
import type { Policy, PolicyRule, PolicySubject } from '#schemas/policy.js';
import { Breaches } from './breaches.js';
import { type ChosenGroup, chooser } from './chosen.js';
import { judgeCache } from './subjects/cache.js';
import { judgeReason } from './subjects/reason.js';
import {
  judgeDefault,
  judgeDescription,
  judgeGenerate,
  judgeRequired,
  judgeScope,
} from './subjects/settings-of-secrets.js';
import { judgeStores } from './subjects/stores.js';
import type { Judged, JudgeSubject } from './subjects/subject.js';

export function judgePolicies(judged: Judged, policies: readonly Policy[]): readonly Diagnostic[] {
  const choose = chooser(judged.project);
  return policies.flatMap(({ file, rules }) => rules.flatMap((rule) => judgeRule(rule, file, choose(rule), judged)));
}

type Kind = PolicySubject['kind'];
type RuleWording = (facts: PolicyFacts, where: Parameters<typeof codes.E1501>[1]) => Diagnostic;

/** The subject, and its code as an error and as a warning. Values are judged where they are. */
const SUBJECTS: {
  readonly [K in Exclude<Kind, 'value'>]: readonly [JudgeSubject<K>, error: RuleWording, warning: RuleWording];
} = {
  stores: [judgeStores, codes.E1501, codes.W1501],
  default: [judgeDefault, codes.E1502, codes.W1502],
  generate: [judgeGenerate, codes.E1503, codes.W1503],
  cache: [judgeCache, codes.E1504, codes.W1504],
  reason: [judgeReason, codes.E1505, codes.W1505],
  scope: [judgeScope, codes.E1506, codes.W1506],
  description: [judgeDescription, codes.E1507, codes.W1507],
  required: [judgeRequired, codes.E1508, codes.W1508],
};

function judgeRule(
  rule: PolicyRule,
  file: string,
  groups: readonly ChosenGroup[],
  judged: Judged,
): readonly Diagnostic[] {
  const { subject, id, message, severity } = rule;
  if (subject.kind === 'value' || groups.length === 0) return [];
  const [judge, error, warning] = SUBJECTS[subject.kind];
  const breaches = new Breaches();
  // The table pairs each kind with its own judge.
  (judge as JudgeSubject<Kind>)(subject, groups, judged, breaches);
  const wording = severity === 'error' ? error : warning;
  const all = judged.project.profiles.length;
  return breaches.found(({ at, labels = [], problem }, profiles, secrets) => {
    const facts = { rule: id, problem, secrets, profiles: profiles.length === all ? [] : profiles, advice: message };
    return { ...wording(facts, { at, labels }), policy: { file, rule: id }, profiles };
  });
}
