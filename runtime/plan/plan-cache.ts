/** Compiled plans in the user's cache folder, one per entry manifest. */
import { join } from 'node:path';
import type { Plan, PlanSourceFile } from '#schemas/plan.js';
import type { CacheFolder } from '../inputs/cache-folder.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { keep, readKept, type Slot, type SourceFile } from './private-cache.js';

/** `hash` is over the canonical text, as in plan files. */
export interface CompiledPlan {
  readonly sources: readonly PlanSourceFile[];
  readonly hash: string;
  readonly plan: Plan;
}

/** With what was read of its sources when it was compiled. */
export interface ObtainedPlan extends CompiledPlan {
  readonly read: readonly SourceFile[];
}

/** The plan compiled before, if all its sources still have the same bytes. */
export function readCachedPlan(cacheFolder: CacheFolder | null, manifest: ManifestLocation): ObtainedPlan | null {
  const kept = readKept(slotOf(cacheFolder, manifest), (text): CompiledPlan => JSON.parse(text));
  return kept && { ...kept.made, read: kept.sources };
}

export function writeCachedPlan(
  cacheFolder: CacheFolder | null,
  manifest: ManifestLocation,
  obtained: ObtainedPlan,
): void {
  const { read, ...compiled } = obtained;
  keep(slotOf(cacheFolder, manifest), read, JSON.stringify(compiled));
}

function slotOf(cacheFolder: CacheFolder | null, { folder, name }: ManifestLocation): Slot {
  return { cacheFolder, kind: 'plans', key: join(folder, name) };
}
