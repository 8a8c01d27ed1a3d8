/** What the manifest of a call compiles to, to inspect a plan without executing it: no reason is needed, nothing is recorded. */
import { cacheFolder } from '../inputs/cache-folder.js';
import { type ManifestCall, requireManifest } from '../inputs/named-manifest.js';
import { obtainPlan } from '../plan/obtain-plan.js';
import type { ObtainedPlan } from '../plan/plan-cache.js';

/** Stops with all errors of the manifest. */
export async function compiledPlan(call: ManifestCall): Promise<ObtainedPlan> {
  const manifest = await requireManifest(call);
  return obtainPlan(cacheFolder(call.variables, manifest.folder), manifest);
}
