/** Which manifests of two revisions belong together: those at one path, and those that were moved with their project. */
import { byName } from '#schemas/named.js';
import type { Side } from '../plan/side.js';

type Manifests = ReadonlyMap<string, Side>;

/**
 * OLD and NEW of each comparison, by path. A manifest at a new path is compared with one that is gone and has the name of
 * its project: as a new project, all of it would be shown for the first time, and nothing of it would be a danger.
 */
export function pairedManifests(before: Manifests, after: Manifests): readonly (readonly [Side, Side])[] {
  const moved = movedFrom(before, after);
  const left = new Set(moved.values());
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => after.has(path) || !left.has(path));
  return paths.sort(byName).map((path) => {
    const absent: Side = { kind: 'no manifest', path };
    return [before.get(moved.get(path) ?? path) ?? absent, after.get(path) ?? absent];
  });
}

/** New paths, and where each was. Of several with one name, the first belongs to the first, and any surplus to the last. */
function movedFrom(before: Manifests, after: Manifests): ReadonlyMap<string, string> {
  const [gone, came] = [byProject(before, after), byProject(after, before)];
  return new Map(
    [...came].flatMap(([project, paths]) => {
      const from = gone.get(project) ?? [];
      return paths.flatMap((path, index) => {
        const old = from[Math.min(index, from.length - 1)];
        return old === undefined ? [] : [[path, old] as const];
      });
    }),
  );
}

/** The paths that only the first has, sorted, by the name of the project. */
function byProject(manifests: Manifests, others: Manifests): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, string[]>();
  for (const [path, side] of [...manifests].sort(([left], [right]) => byName(left, right))) {
    if (others.has(path) || side.kind !== 'plan') continue;
    const { name } = side.plan.project;
    const known = paths.get(name);
    if (known === undefined) paths.set(name, [path]);
    else known.push(path);
  }
  return paths;
}
