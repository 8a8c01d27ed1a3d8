/** All manifests of a repository, each beside what it was in another revision. Contacts no store. */
import { dirname, join } from 'node:path';
import { byName } from '#schemas/named.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import type { ManifestCall } from '../inputs/named-manifest.js';
import { fetchThatBrings } from '../plan/git-fetch.js';
import { revisionSide } from '../plan/git-side.js';
import { manifestSide } from '../plan/plan-side.js';
import { committedManifests, presentManifests, type Repository, repositoryOf } from '../plan/repository-manifests.js';
import { type Circumstances, type Side, trouble } from '../plan/side.js';
import { GitTrouble, gitProgram } from '../programs/git-program.js';
import { MANIFEST_NAME } from '../version.js';
import { type Comparable, comparable } from './compare-plans.js';

/** By path. A manifest that one side lacks counts as an empty project there. `next`: null is the work tree. */
export async function everyManifest(
  old: string,
  next: string | null,
  call: ManifestCall,
): Promise<readonly Comparable[]> {
  const { workingFolder, variables } = call;
  const git = gitProgram(variables);
  const circumstances: Circumstances = {
    variables,
    workingFolder,
    cacheFor: (folder) => cacheFolder(variables, folder),
    called: null,
  };
  try {
    const repository = repositoryOf(workingFolder, git);
    const before = new Set(committedManifests(repository, checked(old)));
    const after = new Set(next === null ? presentManifests(repository) : committedManifests(repository, checked(next)));
    const found: Comparable[] = [];
    for (const path of [...new Set([...before, ...after])].sort(byName)) {
      const from = before.has(path) ? await committed(old, path, circumstances) : absent(path);
      const to = !after.has(path)
        ? absent(path)
        : next === null
          ? await present(repository, path, circumstances)
          : await committed(next, path, circumstances);
      found.push(
        comparable(
          { name: 'old', shown: old, side: from },
          { name: 'new', shown: next ?? 'the work tree', side: to },
          workingFolder,
        ),
      );
    }
    return found;
  } catch (error) {
    if (!(error instanceof GitTrouble)) throw error;
    const fetch = fetchThatBrings(old, workingFolder, git);
    const side = trouble(error.message, { quote: error.detail, fetch });
    return [{ kind: 'trouble', sides: [{ name: 'old', shown: old, side }] }];
  }
}

/** A text that git could take for an option is no revision. */
function checked(revision: string): string {
  if (revision === '' || revision.startsWith('-')) throw new GitTrouble('is not a git revision', null);
  return revision;
}

function absent(path: string): Side {
  return { kind: 'no manifest', path };
}

function committed(revision: string, path: string, circumstances: Circumstances): Promise<Side> {
  const operand = { kind: 'revision', revision, path } as const;
  return revisionSide(operand, operand, circumstances);
}

function present({ root }: Repository, path: string, { cacheFor }: Circumstances): Promise<Side> {
  const folder = dirname(join(root, path));
  return manifestSide({ folder, name: MANIFEST_NAME }, cacheFor(folder));
}
