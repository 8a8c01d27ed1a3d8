/** Linking many secrets of which one that cannot be linked must not prevent the rest (`delete`). Pure, as `link` is. */

import type { Diagnostic, ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import { meaningIn } from '#schemas/meaning.js';
import type { Plan } from '#schemas/plan.js';
import { type Claims, UNCLAIMED } from '#schemas/stores/judge-spec.js';
import type { UserConfig } from '#schemas/user-config.js';
import { link } from './link.js';
import { type LinkRefused, refused as refusedFor } from './link-refused.js';
import type { Choice, LinkedPlan } from './linked-plan.js';
import { selectProfile } from './select-profile.js';

export type LinkedEach =
  | {
      readonly kind: 'linked';
      /** It has the secrets that are not refused. */
      readonly plan: LinkedPlan;
      readonly secrets: readonly string[];
      /** Of all, the extracted ones: parts of documents are not removed (spec 2.11). */
      readonly parts: readonly string[];
      readonly refused: readonly RefusedSecret[];
      /** Why they are refused: each cause once, for all of its secrets. */
      readonly causes: readonly Diagnostic[];
    }
  | LinkRefused;

export interface RefusedSecret {
  readonly secret: string;
  /** The kind of its first problem. */
  readonly kind: ErrorKind;
}

/** `secrets`: null for all that the profile stores. Refuses as a whole what concerns none of them, such as an unknown profile. */
export function linkEach(
  plan: Plan,
  choice: Choice,
  secrets: readonly string[] | null,
  user: UserConfig,
  claims: Claims = UNCLAIMED,
): LinkedEach {
  const linked = (only: readonly string[]) => link(plan, { ...choice, scope: null, only }, user, claims);
  const selected = selectProfile(plan, choice, user);
  if (selected.kind === 'refused') return refusedFor(selected.diagnostic);
  const { wanted, parts } = secrets === null ? storedIn(plan, selected.profile) : { wanted: secrets, parts: [] };
  const together = linked(wanted);
  if (together.kind === 'linked') return { ...together, secrets: wanted, parts, refused: [], causes: [] };
  const refused = wanted.flatMap((secret) => {
    const alone = linked([secret]);
    return alone.kind === 'refused' ? [{ secret, kind: alone.diagnostics[0]?.kind ?? 'io' }] : [];
  });
  const isRefused = new Set(refused.map(({ secret }) => secret));
  const left = wanted.filter((secret) => !isRefused.has(secret));
  const rest = linked(left);
  if (rest.kind === 'refused') return rest;
  return { ...rest, secrets: left, parts, refused, causes: causesOf(refused, linked) };
}

/** Each cause once, whatever number of secrets it has. Secrets that are not declared hide the causes of others, so they are linked apart. */
function causesOf(
  refused: readonly RefusedSecret[],
  linked: (only: readonly string[]) => ReturnType<typeof link>,
): readonly Diagnostic[] {
  const isUndeclared = ({ kind }: RefusedSecret) => kind === 'secret_not_found';
  const groups = [refused.filter((one) => !isUndeclared(one)), refused.filter(isUndeclared)];
  return groups.flatMap((group) => {
    const together = linked(group.map(({ secret }) => secret));
    return together.kind === 'refused' ? together.diagnostics : [];
  });
}

/** By name. Composed and derived secrets are stored nowhere. */
function storedIn(
  plan: Plan,
  profile: string,
): { readonly wanted: readonly string[]; readonly parts: readonly string[] } {
  const wanted: string[] = [];
  const parts: string[] = [];
  for (const name of Object.keys(plan.secrets).sort()) {
    const source = meaningIn(plan, profile, name)?.source;
    if (source?.kind === 'stored') (source.extract === undefined ? wanted : parts).push(name);
  }
  return { wanted, parts };
}
