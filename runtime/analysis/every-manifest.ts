/** All manifests of a repository, each beside what it was in another revision. Contacts no store. */
import { dirname, join } from 'node:path';
import { byName } from '#schemas/named.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import type { ManifestCall } from '../inputs/named-manifest.js';
import { fetchThatBrings } from '../plan/git-fetch.js';
import { revisionSide } from '../plan/git-side.js';
import { manifestSide } from '../plan/plan-side.js';
import { committedManifests, presentManifests, type Repository, repositoryOf } from '../plan/repository-manifests.js';
import { type Circumstances, type Side, type TroubleSide, trouble } from '../plan/side.js';
import { GitTrouble, gitProgram } from '../programs/git-program.js';
import { MANIFEST_NAME } from '../version.js';
import { type Comparable, comparable, type NamedTrouble } from './compare-plans.js';
import { pairedManifests } from './moved-manifests.js';

/** By path. A manifest that one side lacks counts as an empty project there, unless it was moved. `next`: null is the work tree. */
export async function everyManifest(
  old: string,
  next: string | null,
  call: ManifestCall,
): Promise<readonly Comparable[]> {
  const shown = { old, new: next ?? 'the work tree' };
  const repository = repositoryFor(call);
  if (repository.kind === 'trouble')
    return [{ kind: 'trouble', sides: [{ name: 'old', shown: old, side: repository }] }];
  const [before, after] = [manifestsOf(repository, old), manifestsOf(repository, next)];
  if (before.kind === 'trouble' || after.kind === 'trouble') {
    const sides: NamedTrouble[] = [];
    if (before.kind === 'trouble') sides.push({ name: 'old', shown: shown.old, side: before });
    if (after.kind === 'trouble') sides.push({ name: 'new', shown: shown.new, side: after });
    return [{ kind: 'trouble', sides }];
  }
  const pairs = pairedManifests(
    await sidesOf(before.paths, old, repository, call),
    await sidesOf(after.paths, next, repository, call),
  );
  return pairs.map(([from, to]) =>
    comparable(
      { name: 'old', shown: shown.old, side: from },
      { name: 'new', shown: shown.new, side: to },
      call.workingFolder,
    ),
  );
}

interface FoundRepository extends Repository {
  readonly kind: 'repository';
}

function repositoryFor({ workingFolder, variables }: ManifestCall): FoundRepository | TroubleSide {
  try {
    return { kind: 'repository', ...repositoryOf(workingFolder, gitProgram(variables)) };
  } catch (error) {
    if (!(error instanceof GitTrouble)) throw error;
    return trouble(error.message, { quote: error.detail });
  }
}

interface Manifests {
  readonly kind: 'manifests';
  readonly paths: readonly string[];
}

function manifestsOf(repository: Repository, revision: string | null): Manifests | TroubleSide {
  try {
    const paths = revision === null ? presentManifests(repository) : committedManifests(repository, revision);
    return { kind: 'manifests', paths };
  } catch (error) {
    if (!(error instanceof GitTrouble)) throw error;
    const fetch = revision === null ? null : fetchThatBrings(revision, repository.root, repository.git);
    return trouble(error.message, { quote: error.detail, fetch });
  }
}

/** One after the other, by path. */
async function sidesOf(
  paths: readonly string[],
  revision: string | null,
  repository: Repository,
  { workingFolder, variables }: ManifestCall,
): Promise<ReadonlyMap<string, Side>> {
  const circumstances: Circumstances = {
    variables,
    workingFolder,
    cacheFor: (folder) => cacheFolder(variables, folder),
    called: null,
  };
  const sides = new Map<string, Side>();
  for (const path of [...new Set(paths)].sort(byName))
    sides.set(
      path,
      revision === null
        ? await present(repository, path, circumstances)
        : await committed(revision, path, circumstances),
    );
  return sides;
}

function committed(revision: string, path: string, circumstances: Circumstances): Promise<Side> {
  const operand = { kind: 'revision', revision, path } as const;
  return revisionSide(operand, operand, circumstances);
}

function present({ root }: Repository, path: string, { cacheFor }: Circumstances): Promise<Side> {
  const folder = dirname(join(root, path));
  return manifestSide({ folder, name: MANIFEST_NAME }, cacheFor(folder));
}
