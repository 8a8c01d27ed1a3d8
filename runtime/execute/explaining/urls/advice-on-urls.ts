/** What `check` advises about the values that it has composed, hidden inputs included. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan, Wanted } from '../../../link/linked-plan.js';
import { decodeUtf8 } from '../../../values/utf8.js';
import { nameOf } from '../../about.js';
import type { Values } from '../../value-state.js';
import { type UrlTemplate, urlWarnings } from './url-warnings.js';

export function adviceOnUrls(
  { profile, finish }: LinkedPlan,
  steps: readonly Wanted[],
  values: Values,
): readonly Diagnostic[] {
  const stepOf = new Map(steps.map((step) => [step.secret, step]));
  const templates = new Map<string, UrlTemplate>();
  for (const step of finish) {
    if (step.kind === 'compose') templates.set(step.secret, { parts: step.parts, isPath: step.deliver === 'path' });
  }
  return urlWarnings({
    profile,
    templates,
    textOf(secret) {
      const known = values.get(secret);
      const isText = known?.kind === 'found' && known.value !== null && stepOf.get(secret)?.deliver === 'value';
      return isText ? decodeUtf8(known.value.reveal()) : null;
    },
    shownName(secret) {
      const step = stepOf.get(secret);
      return step === undefined ? null : nameOf(step);
    },
  });
}
