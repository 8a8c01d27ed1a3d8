/** The plans that `plan diff` and `plan --check` compare, wherever they come from; or why one of them cannot be had. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import { Failure } from '../failure.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { obtainPlan } from './obtain-plan.js';
import { readPlanFile } from './plan-file.js';
import type { Operand } from './plan-operand.js';

export type Side =
  | { readonly kind: 'plan'; readonly plan: Plan; readonly hash: string }
  | ({ readonly kind: 'trouble' } & Trouble);

export interface Trouble {
  /** A clause after the name of the side. */
  readonly problem: string;
  /** Git's own words. */
  readonly quote: string | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly origin: Origin;
}

/** Where the places of the diagnostics lie. */
export type Origin =
  | { readonly kind: 'manifest'; readonly manifest: ManifestLocation }
  /** `folder` of the entry manifest, from the root of the tree; the paths of `files` start there. */
  | {
      readonly kind: 'revision';
      readonly revision: string;
      readonly folder: string;
      readonly files: readonly { readonly path: string; readonly text: string }[];
    }
  | { readonly kind: 'nowhere' };

export interface Circumstances {
  readonly workingFolder: string;
  readonly cacheFolder: string;
  /** The manifest that this call means without any operand. */
  readonly called: ManifestLocation | null;
}

/** One side. `other` tells which manifest a revision that stands alone means. */
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
      return manifestSide(operand.manifest, circumstances.cacheFolder);
    case 'revision': {
      const { revisionSide } = await import('./git-side.js');
      return revisionSide(operand, other, circumstances);
    }
  }
}

export function trouble(problem: string, parts: Partial<Omit<Trouble, 'problem'>> = {}): Side {
  return { kind: 'trouble', problem, quote: null, diagnostics: [], origin: { kind: 'nowhere' }, ...parts };
}

export function planFileSide(path: string, shown: string): Side {
  const read = readPlanFile(path, shown);
  if (read.kind === 'refused') return trouble('is refused', { diagnostics: [read.why] });
  return { kind: 'plan', plan: read.file.plan, hash: read.file.hash };
}

export async function manifestSide(manifest: ManifestLocation, cacheFolder: string): Promise<Side> {
  try {
    const { plan, hash } = await obtainPlan(cacheFolder, manifest);
    return { kind: 'plan', plan, hash };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return trouble('does not compile', { diagnostics: error.diagnostics, origin: { kind: 'manifest', manifest } });
  }
}
