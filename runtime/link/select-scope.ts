/** What the scope of this call shows, and which names `run` removes from the child's environment (spec 4.2). */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';

export interface Scope {
  readonly name: string | null;
  /** Whether diagnostics, reports and the child may know of this secret. */
  shows(secret: string): boolean;
  /** Every name that some profile declares and the scope does not list, sorted; none without a scope (rule 8). */
  readonly scrub: readonly string[];
}

export type SelectedScope =
  | { readonly kind: 'selected'; readonly scope: Scope }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic };

const EVERYTHING: Scope = { name: null, shows: () => true, scrub: [] };

export function selectScope(plan: Plan, name: string | null): SelectedScope {
  if (name === null) return { kind: 'selected', scope: EVERYTHING };
  const secrets = own(plan.scopes, name);
  if (secrets === undefined) {
    const defined = Object.keys(plan.scopes).sort();
    return { kind: 'refused', diagnostic: linking.E0802({ scope: name, defined }) };
  }
  const listed = new Set(secrets);
  const shows = (secret: string) => listed.has(secret);
  const scrub = Object.keys(plan.secrets).filter((secret) => !listed.has(secret));
  return { kind: 'selected', scope: { name, shows, scrub: scrub.sort() } };
}
