/** The part of a plan that was asked about: profiles, and the meanings that a scope shows or needs. */
import { inputsOf, profilesOf } from '#schemas/meaning.js';
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
  /** By secret name, sorted; what nobody asked about is left out. */
  readonly meanings: ReadonlyMap<string, readonly SelectedMeaning[]>;
  readonly shows: (secret: string) => boolean;
}

/** A profile or scope that the plan does not have selects nothing: the caller has refused it before. */
export function select(plan: Plan, { profile, scope }: OutlineSelection): Selected {
  const profiles = Object.keys(plan.profiles).filter((name) => profile === null || name === profile);
  const declared = declaredIn(plan, new Set(profiles));
  if (scope === null) return { profiles, meanings: declared, shows: () => true };
  const shown = new Set(own(plan.scopes, scope) ?? []);
  return {
    profiles,
    meanings: kept(declared, withInputs(declared, shown, inputsAmong(declared))),
    shows: (secret) => shown.has(secret),
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

/** What each meaning is made of, as far as both hold in one profile. Found once: every scope asks again. */
export type Inputs = (meaning: SelectedMeaning) => readonly SelectedMeaning[];

export function inputsAmong(declared: ReadonlyMap<string, readonly SelectedMeaning[]>): Inputs {
  const known = new Map<SelectedMeaning, readonly SelectedMeaning[]>();
  return (made) => {
    const inputs = known.get(made) ?? inputsIn(declared, made);
    known.set(made, inputs);
    return inputs;
  };
}

function inputsIn(
  declared: ReadonlyMap<string, readonly SelectedMeaning[]>,
  { meaning, profiles }: SelectedMeaning,
): readonly SelectedMeaning[] {
  const inputs = inputsOf(meaning).flatMap((input) => declared.get(input) ?? []);
  if (inputs.length === 0) return inputs;
  const held = new Set(profiles);
  return inputs.filter((input) => input.profiles.some((profile) => held.has(profile)));
}

/** The meanings of these names, and all they are made of. */
export function withInputs(
  declared: ReadonlyMap<string, readonly SelectedMeaning[]>,
  names: ReadonlySet<string>,
  inputs: Inputs,
): ReadonlySet<SelectedMeaning> {
  const wanted = new Set<SelectedMeaning>();
  const open = [...names].flatMap((name) => declared.get(name) ?? []);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (wanted.has(next)) continue;
    wanted.add(next);
    for (const input of inputs(next)) open.push(input);
  }
  return wanted;
}

/** In the order they are declared. */
function kept(
  declared: ReadonlyMap<string, readonly SelectedMeaning[]>,
  wanted: ReadonlySet<SelectedMeaning>,
): ReadonlyMap<string, readonly SelectedMeaning[]> {
  const left = [...declared].map(
    ([name, meanings]) => [name, meanings.filter((meaning) => wanted.has(meaning))] as const,
  );
  return new Map(left.filter(([, meanings]) => meanings.length > 0));
}
