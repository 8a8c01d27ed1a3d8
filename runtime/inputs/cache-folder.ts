/**
 * Which folder holds the caches of earlier calls. A cached plan can hold a generator's command, so it needs the same care as
 * a script: a folder that came with a repository, or that another user can reach, is not used as a cache, even if the
 * variables name it. All checks use only paths and attributes; together they take a tenth of a millisecond, once per process.
 */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { PRIVATE_FOLDER } from '../files/modes.js';
import { isOutOfReach } from '../files/out-of-reach.js';
import { isPrivateFolder, makeFolder } from '../files/private-file.js';
import { cacheFolders, homeFolder, type Variables } from './folders.js';
import { databaseHome } from './password-database.js';

export interface CacheFolder {
  /** Canonical. */
  readonly path: string;
  /** Folders that do not exist yet: at most `.cache` and the tool's own folder in it. */
  readonly missing: readonly string[];
}

const VERSION_CONTROL = ['.git', '.hg', '.jj', '.svn'];

/** The result for each folder, for all manifests of this process. */
const judged = new Map<string, CacheFolder | null>();

/** The first folder that can be used for manifests in `manifestFolder`; null if nothing may be cached. */
export function cacheFolder(variables: Variables, manifestFolder: string): CacheFolder | null {
  const home = homeFolder(variables);
  if (home === null) return null;
  for (const folder of cacheFolders(variables)) {
    if (!judged.has(folder)) judged.set(folder, judge(folder));
    const cache = judged.get(folder) ?? null;
    if (cache !== null && isApart(cache.path, manifestFolder, home)) return cache;
  }
  return null;
}

/** Creates the missing folders. False if that fails, or if another user owns one of them. */
export function makeCacheFolder({ path, missing }: CacheFolder): boolean {
  if (missing.length === 0) return true;
  for (const folder of missing) makeFolder(folder, PRIVATE_FOLDER);
  const made = judge(path);
  return made?.path === path && made.missing.length === 0;
}

function judge(folder: string): CacheFolder | null {
  try {
    const found = locate(folder);
    const [highest = found.path] = found.missing;
    if (found.missing.length === 0 && !isPrivateFolder(found.path)) return null;
    return isOutOfReach(highest, process.getuid?.()) && !isVersioned(highest) ? found : null;
  } catch {
    return null;
  }
}

/** Throws if not even the folder that holds `.cache` exists: that one is never created. */
function locate(folder: string): CacheFolder {
  const existing = canonical(folder);
  if (existing !== null) return { path: existing, missing: [] };
  const base = dirname(folder);
  const existingBase = canonical(base);
  const path = join(existingBase ?? join(realpathSync.native(dirname(base)), basename(base)), basename(folder));
  return { path, missing: existingBase === null ? [dirname(path), path] : [path] };
}

/** Whether a folder from here upwards is a checkout. A home under version control is the user's own. */
function isVersioned(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    // `join` takes longer than the question.
    if (VERSION_CONTROL.some((name) => existsSync(`${folder}/${name}`)) && !isDatabaseHome(folder)) return true;
    if (dirname(folder) === folder) return false;
  }
}

function isDatabaseHome(folder: string): boolean {
  const home = databaseHome();
  return home !== null && canonical(home) === folder;
}

/** A cache that came with the manifest is below a folder that holds both. If that is the home, or above it, it proves nothing. */
function isApart(cache: string, manifestFolder: string, home: string): boolean {
  const manifest = canonical(manifestFolder);
  if (manifest === null) return false;
  const common = commonFolder(cache, manifest);
  return common === null || (common !== manifest && isWithin(canonical(home) ?? resolve(home), common));
}

/** The deepest folder that contains, or is, each of the two; null on two drives of Windows. */
function commonFolder(one: string, other: string): string | null {
  for (let folder = one; ; folder = dirname(folder)) {
    if (isWithin(other, folder)) return folder;
    if (dirname(folder) === folder) return null;
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function canonical(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
