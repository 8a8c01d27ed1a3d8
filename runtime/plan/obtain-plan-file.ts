/** The plan of `--plan FILE`. A verification of the very same files is cached; who may write the plan file is checked each time. */
import { fail } from '../failure.js';
import type { CacheFolder } from '../inputs/cache-folder.js';
import type { CallContext } from '../inputs/call-context.js';
import type { NamedPlan } from '../inputs/named-plan.js';
import { type ObtainedPlan, readVerifiedPlan } from './plan-cache.js';
import type { ReadFile } from './private-cache.js';
import { readTrustedBytes } from './read-trusted-bytes.js';

export type NamedPlanFile = Extract<NamedPlan, { kind: 'file' }>;

/** Stops with the reason if the file is refused. */
export async function obtainPlanFile(
  cacheFolder: CacheFolder | null,
  named: NamedPlanFile,
  context: CallContext,
): Promise<ObtainedPlan> {
  const { path, shown, manifest } = named;
  const opened = readTrustedBytes(path);
  if (opened.kind !== 'bytes') {
    const { unreadable } = await import('./plan-file.js');
    return fail(unreadable(opened, path, shown));
  }
  const planFile: ReadFile = { path, bytes: opened.bytes };
  const known = readVerifiedPlan(cacheFolder, planFile, manifest);
  if (known !== null) return known;
  const { verifyPlanFile } = await import('./verify-plan-file.js');
  return verifyPlanFile(cacheFolder, planFile, named, context);
}
