/**
 * Empty files in the cache folder whose only content is their time. Shells compare the times of two files without starting a program, and cannot read one: a file that
 * is neither older than the one stamp nor newer than the other has the time that it had.
 */
import { closeSync, openSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/modes.js';
import { isPrivateFolder, makeFolder } from '../files/private-file.js';
import { removeQuietly } from '../files/remove-quietly.js';
import { type CacheFolder, makeCacheFolder } from '../inputs/cache-folder.js';
import { statOf } from './changed.js';

/** Not newer and not older than the file, and hardly apart. */
export interface Stamps {
  readonly before: string;
  readonly after: string;
}

const FOLDER = 'hook';
const NS_PER_US = 1_000n;
const US_PER_S = 1e6;
/** Times are set as floating-point numbers of seconds, which differ from what was meant by less than this. */
const SLACK_US = 2n;
/** More are removed, the oldest first: a shell that misses one looks again. */
const MOST_STAMPS = 1_000;

/** Makes the stamps for files; null where no folder may hold them. */
export function stampsIn(cacheFolder: CacheFolder | null): ((mtimeNs: bigint) => Stamps | null) | null {
  if (cacheFolder === null || !makeCacheFolder(cacheFolder)) return null;
  const folder = join(cacheFolder.path, FOLDER);
  makeFolder(folder, PRIVATE_FOLDER);
  if (!isPrivateFolder(folder)) return null;
  removeOldest(folder);
  return (mtimeNs) => {
    const microsecond = mtimeNs / NS_PER_US;
    const before = stamp(folder, microsecond - SLACK_US, (made) => made <= mtimeNs);
    const after = stamp(folder, microsecond + SLACK_US, (made) => made >= mtimeNs);
    return before === null || after === null ? null : { before, after };
  };
}

/** Null where the file system keeps other times than it is given. */
function stamp(folder: string, microsecond: bigint, isRight: (mtimeNs: bigint) => boolean): string | null {
  const path = join(folder, `${microsecond}`);
  const isThere = () => isRight(statOf(path)?.mtimeNs ?? -1n);
  if (statOf(path) !== null && isThere()) return path;
  try {
    closeSync(openSync(path, 'a', PRIVATE_FILE));
    const seconds = Number(microsecond) / US_PER_S;
    utimesSync(path, seconds, seconds);
    return isThere() ? path : null;
  } catch {
    return null;
  }
}

/** By when they were made. */
function removeOldest(folder: string): void {
  try {
    const paths = readdirSync(folder).map((name) => join(folder, name));
    if (paths.length < MOST_STAMPS) return;
    const byAge = paths.map((path) => ({ path, made: statSync(path).ctimeMs }));
    byAge.sort((one, other) => one.made - other.made);
    for (const { path } of byAge.slice(0, paths.length - MOST_STAMPS / 2)) removeQuietly(path);
  } catch {
    // Another process tidies up as well.
  }
}
