/** One side of a comparison: a plan, or why it cannot be had. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import type { CacheFolder } from '../inputs/cache-folder.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';

export type Side =
  | PlanSide
  /** A revision that exists and has no manifest there. */
  | { readonly kind: 'no manifest'; readonly path: string }
  | TroubleSide;

export type TroubleSide = { readonly kind: 'trouble' } & Trouble;

export interface PlanSide {
  readonly kind: 'plan';
  readonly plan: Plan;
  readonly hash: string;
  readonly origin: SideOrigin;
}

export interface Trouble {
  /** A clause after the name of the side. */
  readonly problem: string;
  /** The message of git. */
  readonly quote: string | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The command that would bring a revision that is not here, where there may be one. */
  readonly fetch: string | null;
  readonly origin: SideOrigin;
}

/** Where the manifests of a side are, and the places of its diagnostics. */
export type SideOrigin =
  | { readonly kind: 'manifest'; readonly manifest: ManifestLocation }
  /** `folder` of the entry manifest, from the root of the tree; the paths of `files` start there, the entry comes last. */
  | {
      readonly kind: 'revision';
      readonly revision: string;
      readonly folder: string;
      readonly files: readonly CommittedFile[];
    }
  | { readonly kind: 'nowhere' };

/** As the compiler has it: `origin` determines whether its lines may be shown. */
interface CommittedFile {
  readonly path: string;
  readonly text: string;
  readonly origin?: 'parent' | 'outside';
}

export interface Circumstances {
  /** Git is found and started with these. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
  /** For manifests of this folder; null for none. */
  readonly cacheFor: (manifestFolder: string) => CacheFolder | null;
  /** The manifest that this call means without any operand. */
  readonly called: ManifestLocation | null;
}

/** A side without plan; what is not given is nothing. */
export function trouble(problem: string, parts: Partial<Omit<Trouble, 'problem'>> = {}): TroubleSide {
  return { kind: 'trouble', problem, quote: null, diagnostics: [], fetch: null, origin: { kind: 'nowhere' }, ...parts };
}
