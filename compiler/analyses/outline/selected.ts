/** The selected part of a plan: profiles, and the meanings that a scope shows or needs. */
import { profilesOf, receivedFrom } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Plan, PlanSecret } from '#schemas/plan.js';
import type { OutlineSelection } from '#schemas/plan-outline.js';

/** A meaning of a secret and the selected profiles in which it holds, in the plan's order. */
export interface SelectedMeaning {
  readonly secret: string;
  readonly meaning: PlanSecret;
  readonly profiles: readonly string[];
}

export interface Selected {
  readonly profiles: readonly string[];
  /** By secret name, sorted; only the selected ones. */
  readonly meanings: ReadonlyMap<string, readonly SelectedMeaning[]>;
  readonly shows: (secret: string) => boolean;
}

/** A profile, scope or secret that the plan does not have selects nothing: the caller has refused it before. */
export function select(plan: Plan, { profile, scope, secrets }: OutlineSelection): Selected {
  const profiles = Object.keys(plan.profiles).filter((name) => profile === null || name === profile);
  const declared = declaredIn(plan, new Set(profiles));
  const shown = scope === null ? null : new Set(own(plan.scopes, scope) ?? []);
  const wanted = secrets === undefined ? shown : new Set(secrets);
  return {
    profiles,
    meanings: wanted === null ? declared : receivedOf(plan, profiles, declared, wanted),
    shows: (secret) => shown === null || shown.has(secret),
  };
}

function declaredIn(plan: Plan, profiles: ReadonlySet<string>): Map<string, readonly SelectedMeaning[]> {
  const declared = new Map<string, readonly SelectedMeaning[]>();
  const everywhere = [...profiles];
  for (const secret of Object.keys(plan.secrets).sort(byName)) {
    const meanings = (own(plan.secrets, secret) ?? []).flatMap((meaning) => {
      const held = meaning.in === 'all' ? everywhere : profilesOf(plan, meaning).filter((name) => profiles.has(name));
      return held.length === 0 ? [] : [{ secret, meaning, profiles: held }];
    });
    if (meanings.length > 0) declared.set(secret, meanings);
  }
  return declared;
}

/** The meanings that a scope of these names receives in one of the profiles. */
function receivedOf(
  plan: Plan,
  profiles: readonly string[],
  declared: ReadonlyMap<string, readonly SelectedMeaning[]>,
  names: ReadonlySet<string>,
): Map<string, readonly SelectedMeaning[]> {
  const received = new Set(profiles.flatMap((profile) => [...receivedFrom(plan, profile, names).values()]));
  const kept = [...declared].map(
    ([name, meanings]) => [name, meanings.filter(({ meaning }) => received.has(meaning))] as const,
  );
  return new Map(kept.filter(([, meanings]) => meanings.length > 0));
}
