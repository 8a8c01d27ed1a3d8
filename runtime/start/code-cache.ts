/**
 * The code that V8 compiled last time, kept next to the program so that the next start compiles nothing. V8 runs
 * the content of such a file and checks no more than the length of its source. So it is trusted only if it is as safe as the
 * program itself: in the program's own folder, from the program's owner, and not writable by anyone else.
 * No variable of the caller affects its path.
 */
import { existsSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isOutOfReach } from '../files/out-of-reach.js';
import { makeFolder } from '../files/private-file.js';
import { removeQuietly } from '../files/remove-quietly.js';
import { readWhole, writeWhole } from '../files/whole-file.js';
import { textDigest } from '../plan/text-digest.js';

/** The folder next to the program. It holds nothing else. */
const FOLDER = 'compiled';
/** Everyone who may run the program may read its compiled form. */
const FOLDER_MODE = 0o755;
const FILE_MODE = 0o644;
const OTHERS_MAY_WRITE = 0o022;
const ROOT = 0;
/** At most this many files: compiled forms for each command, for a few versions of Node and options of V8. */
const MOST_KEPT = 64;

/**
 * A start that compiles a plan, too, makes a form larger by a seventh, and every warm start after it slower; one that failed early or showed
 * help lacks at least a fifth.
 */
const MUCH_LARGER = 1.2;

export interface CodeCache {
  readonly folder: string;
  /** The user whose compiled code is trusted besides root's; null if there is none. */
  readonly owner: number | null;
  /** Identifies the code of the whole bundle by its content. */
  readonly buildId: string;
  /** What a file is used for. V8 keeps the functions that ran, so one form for all uses would suit most of them badly. */
  readonly usageOf: (file: string) => string;
}

/** The compiled forms next to the program in `program`, a canonical path. */
export function codeCacheBeside(program: string, naming: Pick<CodeCache, 'buildId' | 'usageOf'>): CodeCache {
  const folder = join(program, FOLDER);
  return { folder, owner: ownerOf(program, folder), ...naming };
}

/** Systems without user IDs keep nothing: they cannot tell who owns it. */
function ownerOf(program: string, folder: string): number | null {
  try {
    const { uid } = lstatSync(program);
    const deepest = existsSync(folder) ? join(folder, 'file') : folder;
    return process.getuid !== undefined && isOutOfReach(deepest, uid) ? uid : null;
  } catch {
    return null;
  }
}

/** The name contains everything that the compiled form of a file depends on. */
export function codeCachePath({ folder, buildId, usageOf }: CodeCache, file: string): string {
  const { NODE_OPTIONS = '', NODE_V8_COVERAGE } = process.env;
  // With coverage, V8 compiles code that counts what runs.
  const covered = NODE_V8_COVERAGE === undefined ? '' : 'covered ';
  const options = textDigest(`${covered}${NODE_OPTIONS} ${process.execArgv.join(' ')}`);
  const name = [buildId, file.slice(0, -'.js'.length), usageOf(file), process.arch, process.versions.v8, options];
  return join(folder, name.join('-'));
}

/** The compiled form; undefined if there is none, or any doubt about it. */
export function readCompiled({ owner }: CodeCache, path: string): Buffer | undefined {
  if (owner === null) return undefined;
  const kept = readWhole(path, (status) => isOwned(status, owner));
  const end = endOf(path);
  // A file with the name of another one holds other code.
  return kept?.subarray(-end.length).equals(end) ? kept.subarray(0, -end.length) : undefined;
}

/**
 * Best effort, and only for the owner; files of other builds go. A form of `bytesBefore` is replaced only by one that is much larger: the
 * first start may have failed early, or have shown help. If there was none, `compiledNow` is called only if the result can be written.
 */
export function writeCompiled(
  { owner, buildId }: CodeCache,
  path: string,
  compiledNow: () => Buffer,
  bytesBefore = 0,
): void {
  if (owner === null || process.getuid?.() !== owner) return;
  if (bytesBefore > 0 && compiledNow().length < bytesBefore * MUCH_LARGER) return;
  makeFolder(dirname(path), FOLDER_MODE);
  if (writeWhole(path, FILE_MODE, () => Buffer.concat([compiledNow(), endOf(path)]))) removeOthers(path, buildId);
}

/** `/NAME` follows the compiled code, which V8 needs at an aligned address. */
function endOf(path: string): Buffer {
  return Buffer.from(path.slice(path.lastIndexOf('/')));
}

function isOwned({ uid, mode }: Stats, owner: number): boolean {
  return (uid === owner || uid === ROOT) && (mode & OTHERS_MAY_WRITE) === 0;
}

/** Those of other builds of the program, and all others if there are too many. */
function removeOthers(path: string, buildId: string): void {
  try {
    const others = readdirSync(dirname(path)).filter((name) => !name.startsWith('.') && name !== basename(path));
    const unused = others.length < MOST_KEPT ? others.filter((name) => !name.startsWith(`${buildId}-`)) : others;
    for (const name of unused) removeQuietly(join(dirname(path), name));
  } catch {
    // A file that stays only takes a little space.
  }
}
