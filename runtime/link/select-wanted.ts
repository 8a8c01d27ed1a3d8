/** What a call wants of a plan: the first step of every link. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import type { Plan } from '#schemas/plan.js';
import type { UserConfig } from '#schemas/user-config.js';
import { type LinkRefused, refused } from './link-refused.js';
import type { Choice } from './linked-plan.js';
import { narrowScope, unfitPatterns } from './narrow-scope.js';
import { selectProfile } from './select-profile.js';
import { type Scope, selectScope } from './select-scope.js';
import { unknownAmong, type WantedSecrets, wantedSecrets } from './wanted.js';

export interface SelectedWanted {
  readonly kind: 'selected';
  readonly profile: string;
  readonly scope: Scope;
  readonly wanted: WantedSecrets;
}

/** Refuses an unknown profile, then an unknown scope, then patterns and names that are not available. */
export function selectWanted(plan: Plan, choice: Choice, user: UserConfig): SelectedWanted | LinkRefused {
  const selected = selectProfile(plan, choice, user);
  if (selected.kind === 'refused') return refused(selected.diagnostic);
  const { profile } = selected;
  const view = selectScope(plan, choice.scope);
  if (view.kind === 'refused') return refused(view.diagnostic);
  const { narrowing } = choice;
  if (narrowing !== undefined) {
    const names = visibleNames(plan, profile, view.scope);
    const unfit = unfitPatterns(narrowing, names);
    if (unfit.length > 0) return refused(...unfit.map((pattern) => linking.E0814({ pattern, profile, names })));
  }
  const scope = narrowing === undefined ? view.scope : narrowScope(plan, view.scope, narrowing);
  const wanted = wantedSecrets(plan, profile, scope, choice.only);
  const unknown = unknownAmong(wanted, choice.only);
  if (unknown.length > 0) return refused(...unknownSecrets(plan, profile, scope, unknown));
  return { kind: 'selected', profile, scope, wanted };
}

/** Lists the valid names; under a scope only those it shows. */
function unknownSecrets(plan: Plan, profile: string, scope: Scope, unknown: readonly string[]): readonly Diagnostic[] {
  const declared = visibleNames(plan, profile, scope);
  return unknown.map((secret) => linking.E0812({ secret, profile, declared }));
}

function visibleNames(plan: Plan, profile: string, scope: Scope): readonly string[] {
  const declared = [...wantedSecrets(plan, profile, scope, null).values()];
  return declared.filter(({ visible }) => visible).map(({ secret }) => secret);
}
