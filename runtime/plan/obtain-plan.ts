/** A fresh cached plan, else compile and cache. */
import type { CacheFolder } from '../inputs/cache-folder.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { type ObtainedPlan, readCachedPlan, writeCachedPlan } from './plan-cache.js';

/** The plan of this manifest. Fails with all errors of the manifest if it does not compile. */
export async function obtainPlan(cacheFolder: CacheFolder | null, manifest: ManifestLocation): Promise<ObtainedPlan> {
  const cached = readCachedPlan(cacheFolder, manifest);
  if (cached !== null) return cached;
  const { compilePlan } = await import('./compile-plan.js');
  const fresh = await compilePlan(manifest);
  writeCachedPlan(cacheFolder, manifest, fresh);
  return fresh;
}
