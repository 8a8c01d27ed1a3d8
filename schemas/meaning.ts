/** What a secret means in a profile, and all it is made of. Asked by `link`, by `tool plan` and by the analyses. */
import { own } from './named.js';
import type { Plan, PlanSecret } from './plan.js';

/** The meaning of a secret in this profile, or null where the profile does not declare it. */
export function meaningIn(plan: Plan, profile: string, secret: string): PlanSecret | null {
  return own(plan.secrets, secret)?.find((meaning) => holdsIn(meaning, profile)) ?? null;
}

export function holdsIn(meaning: PlanSecret, profile: string): boolean {
  if (meaning.in === 'all') return true;
  return 'only' in meaning.in ? meaning.in.only.includes(profile) : !meaning.in.except.includes(profile);
}

/** The profiles of the plan in which this meaning holds, in the plan's order. */
export function profilesOf(plan: Plan, meaning: PlanSecret): readonly string[] {
  const profiles = Object.keys(plan.profiles);
  if (meaning.in === 'all') return profiles;
  const holds = 'only' in meaning.in;
  const named = new Set('only' in meaning.in ? meaning.in.only : meaning.in.except);
  return profiles.filter((profile) => named.has(profile) === holds);
}

/** Names of the secrets this one is made of: its composed references, its source, the secrets that play its roles. Each once. */
export function inputsOf(meaning: PlanSecret): readonly string[] {
  const inputs = new Set<string>();
  const { source } = meaning;
  if (source.kind === 'composed') for (const part of source.parts) if ('secret' in part) inputs.add(part.secret);
  if (source.kind === 'derived') inputs.add(source.from);
  for (const name of Object.values(meaning.roles ?? {})) inputs.add(name);
  return [...inputs];
}
