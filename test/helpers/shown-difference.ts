/** Differences as views are given them. */
import type { Change } from '#schemas/plan-change.js';
import type { PlacedReview, PlanReview, ShownDifference } from '#schemas/plan-review.js';

export function shownDifference(
  changes: readonly Change[],
  about: Partial<ShownDifference['about']> = {},
): ShownDifference {
  const project = { old: 'shop', new: 'shop' };
  return {
    old: 'sha256:0',
    new: 'sha256:1',
    changes,
    about: { project, manifest: 'manifest.toml', absent: null, ...about },
  };
}

/** With nothing to add to the changes. */
export function plainReview(changes: readonly Change[]): PlacedReview {
  return { changes: changes.map((change) => ({ change, chains: [], added: [], at: null })), toDo: [] };
}

/** Where no manifest is at hand. */
export function withoutLines(review: PlanReview): PlacedReview {
  return { ...review, changes: review.changes.map((change) => ({ ...change, at: null })) };
}

/** As without a terminal. */
export const NO_TERMINAL = { colour: false, width: Number.POSITIVE_INFINITY };
