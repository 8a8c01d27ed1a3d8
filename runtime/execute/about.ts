/** How diagnostics may speak of a secret (spec 4.2, rule 10). */

import type { Subject } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan, Wanted } from '../link/linked-plan.js';

/** What a diagnostic is about; nothing where the scope hides the name. */
export function aboutOf(
  { profile }: Pick<LinkedPlan, 'profile'>,
  step: Wanted,
  field?: string,
): { readonly about?: Subject } {
  if (!step.nameable) return {};
  const subject = { profile, secret: step.secret };
  return { about: field === undefined ? subject : { ...subject, field } };
}

/** A secret as diagnostics may call it: null where the scope hides the name (spec 4.2, rule 10). */
export function nameOf(step: Wanted): string | null {
  return step.nameable ? step.secret : null;
}
