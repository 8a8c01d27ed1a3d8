/** Files under a root folder, which no name and no symbolic link can leave. */
import { accessSync, constants, type Dirent, lstatSync, readdirSync, type Stats, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFile } from './create-file.js';
import { asFault, fileFault } from './file-fault.js';
import { FileFault, type FilesBeneath } from './files.js';
import { makePrivateFolder, newPrivateFolder, PRIVATE_FILE } from './modes.js';
import { patiently } from './patiently.js';
import { isStreamOf, readUnlinkedFile, refuseUnlessRegular } from './read-file.js';
import { replaceFile, syncFolder } from './replace.js';
import { segmentProblem } from './segment.js';
import { codeOf } from './system-reason.js';
import { newTemporary, removeAbandoned } from './temporaries.js';
import { existingFolder } from './update-file.js';

type Action = 'read' | 'write' | 'remove';

/**
 * The files under `root`. Every folder on the path is checked before each use. Anyone who may write in the root can still
 * swap a folder between the check and the use, but can change the values anyway.
 */
export function filesBeneath(root: string, readStream: (path: string) => Promise<Buffer>): FilesBeneath {
  const tidied = new Set<string>();
  // Once per folder: a process that stores a thousand values need not check a thousand times.
  const tidy = (folder: string) => {
    if (!tidied.has(folder)) removeAbandoned(folder);
    tidied.add(folder);
  };
  return {
    read: async (segments) =>
      guarded('read', root, segments, (path) => readEntry({ root, segments, path, tidy }, readStream)),
    replace: async (segments, bytes) =>
      guarded('write', root, segments, (path) => replaceEntry({ root, segments, path, tidy }, bytes)),
    create: async (segments, bytes) =>
      guarded('write', root, segments, (path) => createEntry({ root, segments, path, tidy }, bytes)),
    remove: async (segments) =>
      guarded('remove', root, segments, (path) => removeEntry({ root, segments, path, tidy })),
    list: async () => filesIn(root, []),
    refusesReplace: async (segments) => {
      try {
        return guarded('write', root, segments, (path) => refuseReplace(root, segments, path));
      } catch (error) {
        if (error instanceof FileFault) return error;
        throw error;
      }
    },
  };
}

/** Runs the work on the file's path and turns errors of the system into faults. */
function guarded<T>(action: Action, root: string, segments: readonly string[], work: (path: string) => T): T {
  const path = [root, ...segments].join('/');
  try {
    for (const segment of segments) {
      const problem = segmentProblem(segment);
      if (problem !== null) throw fileFault('EINVAL', action, path, problem);
    }
    return work(path);
  } catch (error) {
    throw asFault(error, action, path);
  }
}

/** An entry with a second name: whoever created it may have been killed before the temporary name was removed. */
function readEntry(
  { root, segments, path, tidy }: FileBeneath,
  readStream: (path: string) => Promise<Buffer>,
): Uint8Array | null | Promise<Uint8Array> {
  const stats = findEntry('read', root, segments);
  if (stats === null) return null;
  if (!stats.isFile()) return readStream(path);
  if (stats.nlink > 1) tidy(join(path, '..'));
  return readUnlinkedFile(path, path);
}

function filesIn(root: string, above: readonly string[]): readonly (readonly string[])[] {
  return entriesOf([root, ...above].join('/')).flatMap((entry) => {
    const segments = [...above, entry.name];
    if (entry.isDirectory()) return filesIn(root, segments);
    return entry.isFile() ? [segments] : [];
  });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // What was removed meanwhile holds no files; what may not be read may.
    if (codeOf(error) === 'ENOENT') return [];
    throw asFault(error, 'read', folder);
  }
}

/** A file to be used, and the removal of temporary files that others left in its folder. */
interface FileBeneath {
  readonly root: string;
  readonly segments: readonly string[];
  readonly path: string;
  readonly tidy: (folder: string) => void;
}

function removeEntry({ root, segments, path, tidy }: FileBeneath): boolean {
  if (findEntry('remove', root, segments) === null) return false;
  patiently(() => unlinkSync(path));
  tidy(join(path, '..'));
  syncFolder(join(path, '..'));
  return true;
}

function replaceEntry({ root, segments, path, tidy }: FileBeneath, bytes: Uint8Array): void {
  const folder = makeFolders(root, segments.slice(0, -1));
  const confirm = () => void findEntry('write', root, segments);
  confirm();
  tidy(folder);
  const bounds = { mode: PRIVATE_FILE, most: PRIVATE_FILE, mostUnknown: PRIVATE_FILE };
  replaceFile(path, bytes, { temporary: newTemporary(folder), ...bounds, confirm });
}

function createEntry({ root, segments, path, tidy }: FileBeneath, bytes: Uint8Array): boolean {
  const folder = makeFolders(root, segments.slice(0, -1));
  const isThere = () => findEntry('write', root, segments) !== null;
  tidy(folder);
  if (isThere()) return false;
  return createFile(path, bytes, { temporary: newTemporary(folder), mode: PRIVATE_FILE, isThere });
}

function refuseReplace(root: string, segments: readonly string[], path: string): null {
  const stats = findEntry('write', root, segments);
  if (stats !== null) accessSync(path, constants.W_OK);
  accessSync(existingFolder(join(path, '..')), constants.W_OK | constants.X_OK);
  return null;
}

/** The attributes of the path, after all its folders were verified to be folders; null if a part is missing. */
function findEntry(action: Action, root: string, segments: readonly string[]): Stats | null {
  // The root may be a link; no path beneath it may.
  if (!isFolder(statSync(root, { throwIfNoEntry: false }), action, root)) return null;
  let path = root;
  for (const segment of segments.slice(0, -1)) {
    path = join(path, segment);
    if (!isFolder(lstatSync(path, { throwIfNoEntry: false }), action, path)) return null;
  }
  path = join(path, segments.at(-1) ?? '');
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  refuseLink(stats, action, path);
  if (action !== 'read' || !isStreamOf(stats)) refuseUnlessRegular(stats, action, path);
  return stats;
}

/** False if nothing exists there; throws for everything that is not a folder. */
function isFolder(stats: Stats | undefined, action: Action, path: string): boolean {
  if (stats === undefined) return false;
  refuseLink(stats, action, path);
  if (!stats.isDirectory()) throw fileFault('ENOTDIR', action, path, 'a part of the path is not a folder');
  return true;
}

function refuseLink(stats: Stats, action: Action, path: string): void {
  if (stats.isSymbolicLink()) throw fileFault('link', action, path, 'the path contains a symbolic link');
}

/** Creates the missing folders one by one, so that each existing one is checked; returns the innermost. */
function makeFolders(root: string, segments: readonly string[]): string {
  makePrivateFolder(root);
  let path = root;
  for (const segment of segments) {
    path = join(path, segment);
    makeFolder(path);
    isFolder(lstatSync(path), 'write', path);
  }
  return path;
}

function makeFolder(path: string): void {
  try {
    newPrivateFolder(path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
