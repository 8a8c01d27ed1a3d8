/** The wanted secrets and all they are made of. */

import { receivedFrom } from '#schemas/meaning.js';
import { byName } from '#schemas/named.js';
import type { Plan, PlanSecret } from '#schemas/plan.js';
import type { Scope } from './select-scope.js';

export interface WantedSecret {
  readonly secret: string;
  readonly meaning: PlanSecret;
  /** Requested. What it is made of is wanted too, but not shown. */
  readonly visible: boolean;
  readonly nameable: boolean;
}

/** By name, sorted. */
export type WantedSecrets = ReadonlyMap<string, WantedSecret>;

/**
 * The secrets of the profile that the scope shows, or those of `only` among them, with all their direct and
 * indirect inputs. Names that the profile does not declare are left out.
 */
export function wantedSecrets(
  plan: Plan,
  profile: string,
  scope: Scope,
  only: readonly string[] | null,
): WantedSecrets {
  const asked = new Set((only ?? Object.keys(plan.secrets)).filter(scope.shows));
  const received = [...receivedFrom(plan, profile, asked)].sort(([left], [right]) => byName(left, right));
  return new Map(
    received.map(([secret, meaning]): [string, WantedSecret] => [
      secret,
      { secret, meaning, visible: asked.has(secret), nameable: scope.shows(secret) },
    ]),
  );
}

/** Requested names that are not available: undeclared in the profile, or hidden by the scope. */
export function unknownAmong(wanted: WantedSecrets, only: readonly string[] | null): readonly string[] {
  return (only ?? []).filter((secret) => wanted.get(secret)?.visible !== true);
}
