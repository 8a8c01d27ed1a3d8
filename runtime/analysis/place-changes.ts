/** The lines of manifests that changes are about: in NEW, or in OLD for what was removed. */
import { posix } from 'node:path';
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import type { Change, ChangeKind } from '#schemas/plan-change.js';
import type { PlacedChange, PlacedReview, ShownDifference } from '#schemas/plan-review.js';
import { frontEnd } from '../plan/front-end.js';
import { textHost } from '../plan/git-host.js';
import { nodeHost } from '../plan/node-host.js';
import { prefixOf, shownFile } from '../plan/shown-places.js';
import type { PlanSide } from '../plan/side.js';
import { reviewOf, type TwoPlans } from './compare-plans.js';

/** The folder that shown paths are relative to, for manifests of this folder. */
type Root = (manifestFolder: string) => string;

type Line = PlacedChange['at'];
type Find = (change: Change) => Line;

/** All that a reviewer sees of the difference. A side is compiled once more for its lines only if a change is about it. */
export async function placedReview({ changes }: ShownDifference, plans: TwoPlans, root: Root): Promise<PlacedReview> {
  const inOld = onDemand(() => finderOf(plans.old, root));
  const inNew = onDemand(() => finderOf(plans.new, root));
  const review = await reviewOf(plans, changes);
  const placed: PlacedChange[] = [];
  for (const reviewed of review.changes) {
    const { change } = reviewed;
    const [first, second] = WENT.includes(change.kind) ? [inOld, inNew] : [inNew, inOld];
    placed.push({ ...reviewed, at: (await first())(change) ?? (await second())(change) });
  }
  return { ...review, changes: placed };
}

function onDemand<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

const WENT: readonly ChangeKind[] = [
  'secret-removed',
  'profile-removed',
  'scope-removed',
  'alias-removed',
  'power-lost',
  'scope-conceals',
];

async function finderOf({ origin }: PlanSide, root: Root): Promise<Find> {
  switch (origin.kind) {
    case 'nowhere':
      return () => null;
    case 'manifest': {
      const { folder, name } = origin.manifest;
      const prefix = prefixOf(folder, root(folder));
      return finder(nodeHost(folder), name, (file) => shownFile(prefix, file));
    }
    case 'revision':
      return finder(textHost(origin.files), origin.files.at(-1)?.path ?? '', (file) => posix.join(origin.folder, file));
  }
}

async function finder(
  host: ReturnType<typeof textHost>,
  entry: string,
  shown: (file: string) => string,
): Promise<Find> {
  const { placesOfChanges, locator } = await frontEnd();
  const { placeOf, files } = await placesOfChanges(host, entry);
  const locate = await locator(files);
  const lineOf = (place: Place) => ({ file: shown(place.file), line: locate(place)?.line ?? null });
  return (change) => {
    const place = placeOf(change);
    return place === null ? null : lineOf(place);
  };
}
