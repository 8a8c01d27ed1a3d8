/** Judges values by policies as their receivers get them: composed, decoded, and the content where a file is delivered. */
import type { Policy } from '#schemas/policy.js';
import type { LinkedPlan, Wanted } from '../link/linked-plan.js';
import { type ValueBreach, judgeValues, type ShownValue } from '../value-rules/judge-values.js';
import type { SecretValue } from '../values/secret-value.js';
import { asText } from './as-text.js';
import type { Values } from './value-state.js';

/** Hidden inputs are not judged: no finding may name them. What is missing, or only foreseen, has no value to judge. */
export function judgeShown(
  policies: readonly Policy[],
  linked: LinkedPlan,
  steps: readonly Wanted[],
  values: Values,
): readonly ValueBreach[] {
  const defaults = defaultsIn(linked);
  const shown = steps.flatMap((step): ShownValue[] => {
    const known = step.visible ? values.get(step.secret) : undefined;
    return known?.kind === 'found' && known.value !== null ? [shownValue(step, known.value, defaults)] : [];
  });
  return judgeValues(policies, linked.profile, shown);
}

/** The same for a value that is about to be stored. */
export function judgeNew(
  policies: readonly Policy[],
  linked: LinkedPlan,
  secret: string,
  value: SecretValue,
): readonly ValueBreach[] {
  const step = linked.reads.find((read) => read.secret === secret);
  return step === undefined ? [] : judgeValues(policies, linked.profile, [shownValue(step, value, defaultsIn(linked))]);
}

function shownValue(step: Wanted, value: SecretValue, defaults: ReadonlyMap<string, string>): ShownValue {
  const { secret, deliver, text } = step;
  const seen = deliver === 'value' && text !== undefined ? asText(value, text) : value;
  return { secret, value: seen, defaultText: defaults.get(secret) ?? null };
}

function defaultsIn({ reads }: LinkedPlan): ReadonlyMap<string, string> {
  return new Map(
    reads.flatMap(({ secret, whenMissing }) => (whenMissing.kind === 'default' ? [[secret, whenMissing.text]] : [])),
  );
}
