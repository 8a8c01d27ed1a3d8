/** A difference as reviewers see it: what each change touches, and what is left to do. An analysis makes it, a view words it. */
import type { PlanSecret } from './plan.js';
import type { Change, PlanDifference } from './plan-change.js';
import type { OutlineStore } from './plan-outline.js';

/** What a difference is a difference of. */
export interface DifferenceAbout {
  readonly project: { readonly old: string; readonly new: string };
  /** As seen from the working folder, or from the root of a revision. */
  readonly manifest: string;
  /** A side that has no manifest at this path, and counts as an empty project. */
  readonly absent: { readonly side: string; readonly path: string } | null;
}

export interface ShownDifference extends PlanDifference {
  readonly about: DifferenceAbout;
}

export interface PlanReview {
  /** In the order of the difference. */
  readonly changes: readonly ReviewedChange[];
  /** By store and secret. */
  readonly toDo: readonly ToDo[];
}

export interface ReviewedChange {
  readonly change: Change;
  /** The whole chains before and after, of a change of stores; several where profiles differ. */
  readonly chains: readonly ChainPair[];
  /** What an added secret means; several where profiles differ. */
  readonly added: readonly AddedMeaning[];
}

/** A change with the line that says it: of the new side, or of the old one for what was removed. Null: no manifest is at hand. */
export interface PlacedChange extends ReviewedChange {
  readonly at: { readonly file: string; readonly line: number | null } | null;
}

export interface PlacedReview extends PlanReview {
  readonly changes: readonly PlacedChange[];
}

export interface ChainPair {
  readonly from: readonly ReviewedStore[];
  readonly to: readonly ReviewedStore[];
}

export interface ReviewedStore {
  readonly store: OutlineStore;
  /** Redacted URIs, or names, of what an alias means; empty where the store speaks for itself. */
  readonly means: readonly string[];
  /** Where a cached alias keeps copies. */
  readonly cache: { readonly store: string; readonly maxAgeSeconds: number } | null;
}

export interface AddedMeaning {
  readonly meaning: PlanSecret;
  /** For a stored secret. */
  readonly chain: readonly ReviewedStore[];
  /** Scopes that list it. */
  readonly scopes: readonly string[];
}

/** A value that is in none of the places where it is looked for first once the new plan holds. */
export interface ToDo {
  readonly secret: string;
  readonly store: OutlineStore;
  readonly profiles: 'all' | readonly string[];
}
