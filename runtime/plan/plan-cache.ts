/** Plans in the user's cache folder: compiled ones, one per entry manifest, and those of plan files that were verified. */
import type { Plan, PlanSourceFile } from '#schemas/plan.js';
import type { CacheFolder } from '../inputs/cache-folder.js';
import { type ManifestLocation, manifestKey } from '../inputs/locate-manifest.js';
import { keep, type ReadFile, readKept, type Slot, type SourceFile } from './private-cache.js';

/** `hash` is over the canonical text, as in plan files. */
export interface CompiledPlan {
  readonly sources: readonly PlanSourceFile[];
  readonly hash: string;
  readonly plan: Plan;
}

/** With all that was read to obtain it. */
export interface ObtainedPlan extends CompiledPlan {
  readonly read: readonly SourceFile[];
}

/** The plan compiled before, if all its sources still have the same bytes. */
export function readCachedPlan(cacheFolder: CacheFolder | null, manifest: ManifestLocation): ObtainedPlan | null {
  return readPlan(slotOf(cacheFolder, manifest), null);
}

export function writeCachedPlan(
  cacheFolder: CacheFolder | null,
  manifest: ManifestLocation,
  obtained: ObtainedPlan,
): void {
  const { read, ...compiled } = obtained;
  keep(slotOf(cacheFolder, manifest), read, JSON.stringify(compiled));
}

/** The plan of exactly this plan file, if it was verified before with this manifest. */
export function readVerifiedPlan(
  cacheFolder: CacheFolder | null,
  planFile: ReadFile,
  manifest: ManifestLocation | null,
): ObtainedPlan | null {
  return readPlan(planFileSlot(cacheFolder, planFile.path, manifest), planFile);
}

/** `read` begins with the plan file. */
export function keepVerifiedPlan(
  cacheFolder: CacheFolder | null,
  planFile: ReadFile,
  manifest: ManifestLocation | null,
  { read, ...compiled }: ObtainedPlan,
): void {
  keep(planFileSlot(cacheFolder, planFile.path, manifest), read, JSON.stringify(compiled));
}

function readPlan(slot: Slot, given: ReadFile | null): ObtainedPlan | null {
  const kept = readKept(slot, (text): CompiledPlan => JSON.parse(text), given);
  return kept && { ...kept.made, read: kept.sources };
}

function planFileSlot(cacheFolder: CacheFolder | null, path: string, manifest: ManifestLocation | null): Slot {
  const beside = manifest && manifestKey(manifest);
  return { cacheFolder, kind: 'plans', key: JSON.stringify([path, beside]) };
}

function slotOf(cacheFolder: CacheFolder | null, manifest: ManifestLocation): Slot {
  return { cacheFolder, kind: 'plans', key: manifestKey(manifest) };
}
