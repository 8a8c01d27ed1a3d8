/** What code may rely on about the secrets of a plan (semantics 15.5): for what is generated from a plan, and for what checks it later. */
import { meaningIn } from './meaning.js';
import { byName } from './named.js';
import type { Plan, PlanSecret } from './plan.js';

export interface TypedSecret {
  readonly name: string;
  /** Of the first profile that describes it. */
  readonly description: string | null;
  /** A successful resolution has it, in each of the profiles. */
  readonly isGuaranteed: boolean;
  /** It is delivered as a file in at least one of the profiles. */
  readonly isPath: boolean;
}

/** Those that at least one of these profiles declares, sorted by name. */
export function typedSecrets(plan: Plan, profiles: readonly string[]): readonly TypedSecret[] {
  const sorted = [...profiles].sort(byName);
  return Object.keys(plan.secrets)
    .sort(byName)
    .flatMap((name): TypedSecret[] => {
      const meanings = sorted.map((profile) => meaningIn(plan, profile, name));
      if (meanings.every((meaning) => meaning === null)) return [];
      const described = meanings.find((meaning) => (meaning?.description ?? '') !== '');
      return [
        {
          name,
          description: described?.description ?? null,
          isGuaranteed: meanings.every(isGuaranteed),
          isPath: meanings.some((meaning) => meaning?.deliver === 'path'),
        },
      ];
    });
}

/** Members of presence groups never count: any one of them may be absent. */
function isGuaranteed(meaning: PlanSecret | null): boolean {
  if (meaning === null || typeof meaning.presence === 'object') return false;
  if (meaning.presence === 'required') return true;
  return meaning.source.kind === 'stored' && meaning.source.whenMissing.kind !== 'nothing';
}
