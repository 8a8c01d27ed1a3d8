/** Whether a plan file may be executed: it must be sound by itself and, if there is a manifest, be what that compiles to. */
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import type { PlanFile } from '#schemas/plan.js';
import { Failure, fail } from '../failure.js';
import type { CacheFolder } from '../inputs/cache-folder.js';
import type { CallContext } from '../inputs/call-context.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { obtainPlan } from './obtain-plan.js';
import { keepVerifiedPlan, type ObtainedPlan } from './plan-cache.js';
import { changedSource, judgePlanFile } from './plan-file.js';
import type { ReadFile } from './private-cache.js';
import { prefixOf, shownFile } from './shown-places.js';
import type { NamedPlanFile } from './obtain-plan-file.js';

/** The plan of the file, cached for the next start. Stops if the file is refused. */
export async function verifyPlanFile(
  cacheFolder: CacheFolder | null,
  planFile: ReadFile,
  { shown, manifest }: NamedPlanFile,
  { workingFolder }: CallContext,
): Promise<ObtainedPlan> {
  const judged = judgePlanFile(planFile.bytes, shown);
  if (judged.kind === 'refused') return fail(judged.why);
  const { sources, hash, plan } = judged.file;
  const agreed = manifest === null ? [] : await agreeing(cacheFolder, judged.file, manifest, { shown, workingFolder });
  const verified: ObtainedPlan = { sources, hash, plan, read: [planFile, ...agreed] };
  keepVerifiedPlan(cacheFolder, planFile, manifest, verified);
  return verified;
}

/** What was read to compile the manifest. Stops if its plan is not that of the file, or if it has none. */
async function agreeing(
  cacheFolder: CacheFolder | null,
  file: PlanFile,
  manifest: ManifestLocation,
  { shown, workingFolder }: { readonly shown: string; readonly workingFolder: string },
): Promise<ObtainedPlan['read']> {
  const seen = (source: string) => shownFile(prefixOf(manifest.folder, workingFolder), source);
  const names = { file: shown, manifest: seen(manifest.name) };
  const compiled = await compiledPlan(cacheFolder, manifest);
  if (compiled === null) return fail(planFiles.E1311(names));
  if (compiled.hash === file.hash) return compiled.read;
  const changed = changedSource(file, compiled.sources);
  return fail(planFiles.E1304({ ...names, changed: changed && seen(changed) }));
}

/** Null if the manifest does not compile. */
async function compiledPlan(cacheFolder: CacheFolder | null, manifest: ManifestLocation): Promise<ObtainedPlan | null> {
  try {
    return await obtainPlan(cacheFolder, manifest);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
