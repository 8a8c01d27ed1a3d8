/** The two plans to compare, or all that is wrong with them; and what differs between them. */
import { posix } from 'node:path';
import { canonicalJson } from '#schemas/canonical.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import { named } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { Change } from '#schemas/plan-change.js';
import type { DifferenceAbout, PlanReview, ShownDifference } from '#schemas/plan-review.js';
import { diffAnalysis, reviewAnalysis } from '../plan/front-end.js';
import { taggedSha256 } from '../plan/sha256.js';
import { prefixOf, shownFile } from '../plan/shown-places.js';
import { type PlanSide, type Side, type TroubleSide, trouble } from '../plan/side.js';

export interface NamedSide {
  /** Null if the call does not compare OLD with NEW: findings name the file themselves. */
  readonly name: 'old' | 'new' | null;
  /** As given. */
  readonly shown: string;
  readonly side: Side;
}

export type Comparable = TwoPlans | NoComparison;

export interface TwoPlans {
  readonly kind: 'plans';
  readonly old: PlanSide;
  readonly new: PlanSide;
  /** The project and the manifest that the comparison is about. */
  readonly about: DifferenceAbout;
}
export interface NoComparison {
  readonly kind: 'trouble';
  /** One or both, OLD first. */
  readonly sides: readonly NamedTrouble[];
}
export interface NamedTrouble extends NamedSide {
  readonly side: TroubleSide;
}

/** `workingFolder`: the folder that shown paths are relative to. */
export function comparable(old: NamedSide, next: NamedSide, workingFolder: string): Comparable {
  const [before, after] = [planOf(old, next), planOf(next, old)];
  if (before.kind === 'plan' && after.kind === 'plan') {
    const about = aboutBoth(old, next, { before, after }, workingFolder);
    return { kind: 'plans', old: before, new: after, about };
  }
  const sides: NamedTrouble[] = [];
  if (before.kind === 'trouble') sides.push({ ...old, side: before });
  if (after.kind === 'trouble') sides.push({ ...next, side: after });
  return { kind: 'trouble', sides };
}

/** A plan without a manifest counts as an empty project. If both have none, the path is mistyped. */
function planOf({ side }: NamedSide, { side: other }: NamedSide): PlanSide | TroubleSide {
  if (side.kind === 'plan' || side.kind === 'trouble') return side;
  if (other.kind !== 'plan') return trouble(`has no manifest at \`${side.path}\``);
  const plan: Plan = { ...other.plan, profiles: NOTHING, stores: NOTHING, secrets: NOTHING, scopes: NOTHING };
  return { kind: 'plan', plan, hash: taggedSha256(canonicalJson(plan)), origin: { kind: 'nowhere' } };
}

const NOTHING = named<never>([]);

function aboutBoth(
  old: NamedSide,
  next: NamedSide,
  { before, after }: { readonly before: PlanSide; readonly after: PlanSide },
  workingFolder: string,
): DifferenceAbout {
  const [absent = null] = [old, next].flatMap(({ shown, side }) =>
    side.kind === 'no manifest' ? [{ side: shown, path: side.path }] : [],
  );
  return {
    project: { old: before.plan.project.name, new: after.plan.project.name },
    manifest:
      next.side.kind === 'plan' ? shownManifest(next, after, workingFolder) : shownManifest(old, before, workingFolder),
    absent,
  };
}

function shownManifest({ shown }: NamedSide, { origin }: PlanSide, workingFolder: string): string {
  switch (origin.kind) {
    case 'nowhere':
      return shown;
    case 'manifest':
      return shownFile(prefixOf(origin.manifest.folder, workingFolder), origin.manifest.name);
    case 'revision':
      return posix.join(origin.folder, origin.files.at(-1)?.path ?? '');
  }
}

export async function differenceOf({ old, new: next, about }: TwoPlans): Promise<ShownDifference> {
  const { diffPlans } = await diffAnalysis();
  const changes = old.hash === next.hash ? [] : diffPlans(old.plan, next.plan);
  return { old: old.hash, new: next.hash, changes, about };
}

/** What these changes touch, and what is left to do for them. */
export async function reviewOf({ old, new: next }: TwoPlans, changes: readonly Change[]): Promise<PlanReview> {
  const { reviewPlans } = await reviewAnalysis();
  return reviewPlans(old.plan, next.plan, changes);
}

/** What to report if the hashes differ, but nothing that this version compares: one plan is of a later version, or was altered. */
export function namelessDifference({ old, new: next, changes }: ShownDifference): Diagnostic | null {
  return old !== next && changes.length === 0 ? planFiles.E1309({}) : null;
}
