/** Files of one commit by their paths; symbolic links are followed if they stay in the tree. */
import { GitTrouble } from '../programs/git-program.js';
import type { GitObject, GitObjects } from './git-objects.js';

export type TreeFile =
  /** `path` is the path without links: equal for two paths of one file. */
  | { readonly kind: 'file'; readonly path: string; readonly bytes: Buffer }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface GitTree {
  /** By a path from the root of the tree, with POSIX separators; `..` must not lead out of it. */
  find(path: string): Promise<TreeFile>;
}

const FOLDER = '40000';
const LINK = '120000';
const FILES: readonly string[] = ['100644', '100755', '100664'];
const MOST_LINKS = 40;

type Entries = ReadonlyMap<string, { readonly mode: string; readonly oid: string }>;

/** The tree of this commit, or null if the revision names none. */
export async function gitTree(objects: GitObjects, revision: string): Promise<GitTree | null> {
  const root = await objects.read(`${revision}^{tree}`);
  if (root === null || root.kind !== 'tree') return null;
  const known = new Map<string, Entries>([[root.oid, entriesOf(root.bytes, root.oid.length / 2)]]);
  const entriesIn = async (oid: string): Promise<Entries> => {
    const entries = known.get(oid) ?? entriesOf((await objectOf(objects, oid)).bytes, oid.length / 2);
    known.set(oid, entries);
    return entries;
  };
  return { find: (path) => walk(objects, entriesIn, root.oid, path) };
}

interface Step {
  readonly name: string;
  readonly oid: string;
}

async function walk(
  objects: GitObjects,
  entriesIn: (oid: string) => Promise<Entries>,
  root: string,
  path: string,
): Promise<TreeFile> {
  const way: Step[] = [];
  const open = parts(path);
  let links = 0;
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    if (name === '..' && way.pop() === undefined) return { kind: 'unreadable', reason: 'it is outside the repository' };
    if (name === '..') continue;
    const entry = (await entriesIn(way.at(-1)?.oid ?? root)).get(name);
    if (entry === undefined) return { kind: 'absent' };
    if (entry.mode === LINK) {
      if (++links > MOST_LINKS) return { kind: 'unreadable', reason: 'too many levels of symbolic links' };
      const target = (await objectOf(objects, entry.oid)).bytes.toString('utf8');
      if (target.startsWith('/')) return { kind: 'unreadable', reason: 'a link leads outside the repository' };
      open.unshift(...parts(target));
    } else if (entry.mode === FOLDER) way.push({ name, oid: entry.oid });
    else return FILES.includes(entry.mode) ? fileAt(objects, way, { name, oid: entry.oid }, open) : { kind: 'absent' };
  }
  return { kind: 'folder', path: pathOf(way) };
}

async function fileAt(
  objects: GitObjects,
  way: readonly Step[],
  file: Step,
  open: readonly string[],
): Promise<TreeFile> {
  if (open.length > 0) return { kind: 'absent' };
  const { bytes } = await objectOf(objects, file.oid);
  return { kind: 'file', path: pathOf([...way, file]), bytes };
}

/** Of a tree's entry. If it counted as absent, a damaged repository would look like an empty project. */
async function objectOf(objects: GitObjects, oid: string): Promise<GitObject> {
  const found = await objects.read(oid);
  if (found === null) throw new GitTrouble(`cannot be read: the repository lacks the object \`${oid}\``);
  return found;
}

function pathOf(way: readonly Step[]): string {
  return way.map(({ name }) => name).join('/');
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

/** A tree is a sequence of `mode name NUL oid`, the oid in bytes. */
function entriesOf(bytes: Buffer, oidLength: number): Entries {
  const entries = new Map<string, { mode: string; oid: string }>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    if (end === -1) break;
    const head = bytes.toString('utf8', at, end);
    const blank = head.indexOf(' ');
    entries.set(head.slice(blank + 1), {
      mode: head.slice(0, blank),
      oid: bytes.toString('hex', end + 1, end + 1 + oidLength),
    });
    at = end + 1 + oidLength;
  }
  return entries;
}
