/**
 * Who could replace a file that decides what is executed: whoever may write to it, or to a folder that it is in. Judged by the
 * open file and by the canonical path.
 */
import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { accessLists } from '../../files/others.js';

const ROOT = 0;
const STICKY = 0o1000;
const GROUP_MAY_WRITE = 0o020;
const ANYBODY_MAY_WRITE = 0o002;

/** What is wrong with a file or a folder, and what to do about it. */
export interface PathFault {
  readonly path: string;
  /** A clause after the path: `is group-writable`. */
  readonly problem: string;
  readonly help: string;
}

/** The owners that are trusted: root, and the user for what is the user's own. Null where the system has no users. */
export type Owners = readonly number[] | null;

export function ownersOf(place: 'user' | 'system'): Owners {
  const me = process.getuid?.();
  if (me === undefined) return null;
  return place === 'system' ? [ROOT] : [ROOT, me];
}

/** What is wrong with the open file of this path, or with a folder above it; null: only its owners can replace it. Throws the system's errors. */
export function untrusted(path: string, opened: Stats, owners: Owners): PathFault | null {
  if (owners === null) return openToOthers(path);
  const canonical = realpathSync.native(path);
  const found = lstatSync(canonical);
  if (found.dev !== opened.dev || found.ino !== opened.ino) return REPLACED(path);
  return faultOf(canonical, opened, owners, 'file') ?? faultAbove(canonical, owners);
}

/** On Windows, where whoever can change the folder can replace the file. */
function openToOthers(path: string): PathFault | null {
  const changed = [path, dirname(path)].find((one) => accessLists()?.others(one) === 'change');
  if (changed === undefined) return null;
  const help = 'take the right to change it from all but you, administrators and the system, with `icacls`';
  return { path: changed, problem: 'can be changed by other users', help };
}

/** The folders from the canonical one upwards. */
function faultAbove(path: string, owners: readonly number[]): PathFault | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const fault = faultOf(folder, lstatSync(folder), owners, 'folder');
    if (fault !== null || dirname(folder) === folder) return fault;
  }
}

/** In a sticky folder, such as `/tmp`, nobody can replace what is not theirs. */
function faultOf(
  path: string,
  { uid, mode }: Stats,
  owners: readonly number[],
  what: 'file' | 'folder',
): PathFault | null {
  if (!owners.includes(uid)) return { path, problem: `belongs to ${ownerWords(uid)}`, help: ownerHelp(owners) };
  if (what === 'folder' && (mode & STICKY) !== 0) return null;
  if ((mode & ANYBODY_MAY_WRITE) !== 0) return writable(path, 'world-writable', 'o-w');
  return (mode & GROUP_MAY_WRITE) === 0 ? null : writable(path, 'group-writable', 'g-w');
}

function writable(path: string, problem: string, mode: string): PathFault {
  return { path, problem: `is ${problem}`, help: `remove that permission with \`chmod ${mode}\`` };
}

function ownerWords(uid: number): string {
  return uid === ROOT ? 'root' : `user ${uid}`;
}

function ownerHelp(owners: readonly number[]): string {
  return owners.includes(process.getuid?.() ?? ROOT) && process.getuid?.() !== ROOT
    ? 'it must belong to you or to root'
    : 'it must belong to root';
}

function REPLACED(path: string): PathFault {
  return { path, problem: 'was replaced while it was checked', help: 'try again' };
}
