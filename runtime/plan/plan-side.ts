/** The plans that `plan diff` and `plan --check` compare, from any source; or why one of them cannot be obtained. */
import { Failure } from '../failure.js';
import type { CacheFolder } from '../inputs/cache-folder.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { obtainPlan } from './obtain-plan.js';
import { readPlanFile } from './plan-file.js';
import type { Operand } from './plan-operand.js';
import { type Circumstances, type Side, trouble } from './side.js';

/** One side. `other` determines which manifest a revision without a path means. */
export async function sideOf(
  operand: Operand,
  shown: string,
  other: Operand,
  circumstances: Circumstances,
): Promise<Side> {
  switch (operand.kind) {
    case 'nothing':
      return trouble(operand.problem);
    case 'plan file':
      return planFileSide(operand.path, shown);
    case 'manifest':
      return manifestSide(operand.manifest, circumstances.cacheFor(operand.manifest.folder));
    case 'revision': {
      const { revisionSide } = await import('./git-side.js');
      return revisionSide(operand, other, circumstances);
    }
  }
}

export function planFileSide(path: string, shown: string): Side {
  const read = readPlanFile(path, shown);
  if (read.kind === 'refused') return trouble('is refused', { diagnostics: [read.why] });
  return { kind: 'plan', plan: read.file.plan, hash: read.file.hash, origin: { kind: 'nowhere' } };
}

export async function manifestSide(manifest: ManifestLocation, cacheFolder: CacheFolder | null): Promise<Side> {
  try {
    const { plan, hash } = await obtainPlan(cacheFolder, manifest);
    return { kind: 'plan', plan, hash, origin: { kind: 'manifest', manifest } };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return trouble('does not compile', { diagnostics: error.diagnostics, origin: { kind: 'manifest', manifest } });
  }
}
