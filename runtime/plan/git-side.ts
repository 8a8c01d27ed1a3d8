/** OLD or NEW of `plan diff` as it was committed. Neither index nor work tree is touched. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { canonicalJson } from '#schemas/canonical.js';
import { type GitProgram, GitTrouble, gitProgram } from '../programs/git-program.js';
import { MANIFEST_NAME } from '../version.js';
import { frontEnd } from './front-end.js';
import { fetchThatBrings } from './git-fetch.js';
import { gitHost } from './git-host.js';
import { openGitObjects } from './git-objects.js';
import { gitText } from './git-text.js';
import { type GitTree, gitTree } from './git-tree.js';
import { judgePlanFile } from './plan-file.js';
import { looksLikePlan, type Operand } from './plan-operand.js';
import { taggedSha256 } from './sha256.js';
import { type Circumstances, type SideOrigin, type Side, trouble } from './side.js';

type Revision = Extract<Operand, { kind: 'revision' }>;

export async function revisionSide(operand: Revision, other: Operand, circumstances: Circumstances): Promise<Side> {
  try {
    const git = gitProgram(circumstances.variables);
    const { path, repository } = pathInRepository(operand, other, circumstances, git);
    const objects = openGitObjects(repository, git);
    try {
      const tree = await gitTree(objects, operand.revision);
      return tree === null
        ? trouble('is neither a file nor a known git revision', {
            fetch: fetchThatBrings(operand.revision, repository, git),
          })
        : await sideIn(tree, operand.revision, path);
    } finally {
      objects.close();
    }
  } catch (error) {
    if (!(error instanceof GitTrouble)) throw error;
    return trouble(error.message, { quote: error.detail });
  }
}

/** The path from the root of the tree, and a folder in its repository. */
function pathInRepository(
  { path }: Revision,
  other: Operand,
  { workingFolder, called }: Circumstances,
  git: GitProgram,
): { readonly path: string; readonly repository: string } {
  const written = path ?? (other.kind === 'revision' ? other.path : null);
  if (written !== null) return { path: fromRoot(written, workingFolder, git), repository: workingFolder };
  const manifest =
    other.kind === 'manifest' ? other.manifest : (called ?? { folder: workingFolder, name: MANIFEST_NAME });
  const repository = existsSync(manifest.folder) ? manifest.folder : workingFolder;
  return { path: posix.join(prefixOf(repository, git), manifest.name), repository };
}

/** As in git, a path after a revision starts at the root, unless it starts with `./` or `../`. */
function fromRoot(path: string, workingFolder: string, git: GitProgram): string {
  return /^\.\.?(\/|$)/u.test(path) ? posix.join(prefixOf(workingFolder, git), path) : posix.normalize(path);
}

/** The path from the root of the repository to this folder: empty, or with a `/` at its end. */
function prefixOf(folder: string, git: GitProgram): string {
  return gitText(['rev-parse', '--show-prefix'], folder, git);
}

async function sideIn(tree: GitTree, revision: string, path: string): Promise<Side> {
  const found = await tree.find(path);
  switch (found.kind) {
    case 'unreadable':
      return trouble(`cannot be read at \`${path}\`: ${found.reason}`);
    case 'absent':
      return { kind: 'no manifest', path };
    case 'file':
      return looksLikePlan(found.bytes)
        ? committedPlan(found.bytes, `${revision}:${path}`)
        : compiled(tree, revision, path);
    case 'folder': {
      const manifest = posix.join(path, MANIFEST_NAME);
      const isThere = (await tree.find(manifest)).kind !== 'absent';
      return isThere ? compiled(tree, revision, manifest) : { kind: 'no manifest', path: manifest };
    }
  }
}

function committedPlan(bytes: Buffer, shown: string): Side {
  const judged = judgePlanFile(bytes, shown);
  if (judged.kind === 'refused') return trouble('is refused', { diagnostics: [judged.why] });
  return { kind: 'plan', plan: judged.file.plan, hash: judged.file.hash, origin: { kind: 'nowhere' } };
}

/** If the manifest is a symbolic link, its relative paths start from the folder of the link (semantics 1.1). */
async function compiled(tree: GitTree, revision: string, manifest: string): Promise<Side> {
  const { compile } = await frontEnd();
  const folder = posix.dirname(manifest);
  const { plan, diagnostics, files } = await compile(gitHost(tree, folder), posix.basename(manifest));
  const origin: SideOrigin = { kind: 'revision', revision, folder, files };
  if (plan !== null) return { kind: 'plan', plan, hash: taggedSha256(canonicalJson(plan)), origin };
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return trouble('does not compile', { diagnostics: errors, origin });
}
