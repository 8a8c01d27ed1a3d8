/** Differences as views are given them. */
import type { Change } from '#schemas/plan-change.js';
import type { PlanReview, ShownDifference } from '#schemas/plan-review.js';

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
export function plainReview(changes: readonly Change[]): PlanReview {
  return { changes: changes.map((change) => ({ change, chains: [], added: [] })), toDo: [] };
}
