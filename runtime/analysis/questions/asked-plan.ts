/** The plan that a question is about: what the manifest at hand compiles to, or a plan file, verified as for execution. */
import { byName } from '#schemas/named.js';
import type { Assumption, CacheState, PlanQuestion } from '#schemas/plan-question.js';
import { UsageError } from '../../failure.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import type { ManifestLocation } from '../../inputs/locate-manifest.js';
import { baseFolderOf, namedPlan, type PlanCall } from '../../inputs/named-plan.js';
import { obtainPlan } from '../../plan/obtain-plan.js';
import { obtainPlanFile } from '../../plan/obtain-plan-file.js';
import { requireSelected } from '../outline.js';

export interface Asking {
  /** Null: every profile is answered for. */
  readonly profile: string | null;
  readonly scope: string | null;
  readonly assumptions: readonly Assumption[];
  readonly caches: CacheState;
}

export interface AskedPlan extends PlanQuestion {
  /** Null if a plan file is alone. */
  readonly manifest: ManifestLocation | null;
}

/** Stops with all errors of the manifest, the reason why a plan file is refused, or the names that the plan does not have. */
export async function askedPlan(call: PlanCall, { profile, scope, assumptions, caches }: Asking): Promise<AskedPlan> {
  const asked = await namedPlan(call);
  const folder = cacheFolder(call.variables, baseFolderOf(asked));
  const { plan, hash } = await (asked.kind === 'file'
    ? obtainPlanFile(folder, asked, call)
    : obtainPlan(folder, asked.manifest));
  await requireSelected(plan, { profile, scope });
  const assumed = assumptions.length === 0 ? plan : (await import('./assumed-plan.js')).assumedPlan(plan, assumptions);
  const profiles = profile === null ? Object.keys(plan.profiles).sort(byName) : [profile];
  return { plan: assumed, hash, profiles, scope, caches, manifest: asked.manifest };
}

/** The profile of a question that is about one. */
export function onlyProfile({ profiles }: PlanQuestion, command: string): string {
  const [only, ...others] = profiles;
  if (only !== undefined && others.length === 0) return only;
  throw new UsageError(
    `\`tool ${command}\` is about one profile, and the manifest has ${profiles.length}`,
    `choose one with \`--profile\`: profiles are ${profiles.join(', ')}`,
  );
}
