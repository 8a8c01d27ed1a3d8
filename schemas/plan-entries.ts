/** The entries of a plan, for programs: what `tool plan --verbose --format json` prints. Derived from the plan, and no part of its hash. */
import type { Coordinates } from './plan.js';

/** Raised whenever an older reader could misread a newer list. */
export const ENTRIES_FORMAT = 1;

export interface PlanEntries {
  readonly format: typeof ENTRIES_FORMAT;
  /** The hash of the plan. */
  readonly hash: string;
  readonly entries: readonly PlanEntry[];
}

/** An entry that may be read. */
export interface PlanEntry {
  readonly secret: string;
  readonly profile: string;
  /** `cache`: a copy of the value is kept there. */
  readonly for: 'value' | 'cache';
  /** Alias, URI or name as the manifest writes it, redacted; null: the user's default store. */
  readonly store: string | null;
  /** Redacted; null where the plan does not have it. */
  readonly uri: string | null;
  /** `project/profile/NAME`, or the name alone in a store without folders; an `item` alone; else the coordinates. */
  readonly at: string | Coordinates;
  /** What the store calls it; null where only the user's machine knows the store. */
  readonly entry: string | null;
}
