/** The profile of this call: the chosen one, else the user's own, else `default` (semantics 2.1). */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { UserConfig } from '#schemas/user-config.js';
import type { Choice } from './linked-plan.js';

export type SelectedProfile =
  | { readonly kind: 'selected'; readonly profile: string }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic };

export function selectProfile(plan: Plan, choice: Choice, user: UserConfig): SelectedProfile {
  const profile = choice.profile ?? user.profile ?? 'default';
  if (own(plan.profiles, profile) !== undefined) return { kind: 'selected', profile };
  const defined = Object.keys(plan.profiles).sort();
  return { kind: 'refused', diagnostic: linking.E0801({ profile, defined }) };
}
