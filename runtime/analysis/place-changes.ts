/** The lines of manifests that changes are about: in NEW, or in OLD for what was removed. */
import { posix } from 'node:path';
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import type { Change, ChangeKind } from '#schemas/plan-change.js';
import { frontEnd } from '../plan/front-end.js';
import { textHost } from '../plan/git-host.js';
import { nodeHost } from '../plan/node-host.js';
import { prefixOf, shownFile } from '../plan/shown-places.js';
import type { PlanSide } from '../plan/side.js';
import type { TwoPlans } from './compare-plans.js';

interface FoundLine {
  readonly file: string;
  readonly line: number | null;
}
type Find = (change: Change) => FoundLine | null;
/** The folder that shown paths are relative to, for manifests of this folder. */
type Root = (manifestFolder: string) => string;

export async function placedChanges(
  changes: readonly Change[],
  { old, new: next }: TwoPlans,
  root: Root,
): Promise<readonly { readonly change: Change; readonly at: FoundLine | null }[]> {
  const [inOld, inNew] = [await finderOf(old, root), await finderOf(next, root)];
  return changes.map((change) => {
    const [first, second] = WENT.includes(change.kind) ? [inOld, inNew] : [inNew, inOld];
    return { change, at: first(change) ?? second(change) };
  });
}

const WENT: readonly ChangeKind[] = ['secret-removed', 'profile-removed', 'scope-removed', 'alias-removed'];

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
