/** One writer at a time among processes: a lock beside the file, which a writer that died does not keep. */
import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { codeOf, fileFault } from './file-fault.js';
import { newToken, ownRecord, parseRecord, stateOf } from './lock-owner.js';
import { PRIVATE_FILE } from './modes.js';
import { removeQuietly } from './replace.js';

export interface Lock {
  /** A name in the target's folder for the new content; removed with the lock if its owner dies. */
  readonly temporary: string;
  /** False when another machine judged us dead: what was read under the lock may have changed. */
  isHeld(): boolean;
}

/** How long to wait for others, and how old a lock must be whose owner cannot be looked up. */
export interface LockLimits {
  readonly waitMs: number;
  readonly abandonedAfterMs: number;
}
const LIMITS: LockLimits = { waitMs: 30_000, abandonedAfterMs: 120_000 };
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 64;

/**
 * Runs `work` while this process alone holds the lock of `target`. `work` is synchronous, so that nothing of ours can
 * end the process in between; a process killed there leaves a lock that the next one sees to be abandoned.
 * Throws a FileFault `busy` when others hold the lock for too long.
 */
export async function underLock<T>(
  target: string,
  shown: string,
  work: (lock: Lock) => T,
  limits: LockLimits = LIMITS,
): Promise<T> {
  const token = newToken();
  const own: Claim = { path: `${target}.tool-lock`, record: ownRecord(token), target, limits };
  await acquire(own, shown);
  const isHeld = () => readRecord(own.path) === own.record;
  try {
    return work({ temporary: temporaryOf(target, token), isHeld });
  } finally {
    if (isHeld()) removeQuietly(own.path);
  }
}

interface Claim {
  readonly path: string;
  readonly record: string;
  readonly target: string;
  readonly limits: LockLimits;
}

async function acquire(claim: Claim, shown: string): Promise<void> {
  const giveUp = performance.now() + claim.limits.waitMs;
  for (let pause = FIRST_PAUSE_MS; !attempt(claim); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (performance.now() >= giveUp) throw fileFault('busy', 'write', shown, busyProblem(claim.path));
    // Uneven pauses, so that those who wait do not come back all at once.
    await elapsed(pause * (0.5 + Math.random()));
  }
}

/** Tries once, and tells whether the lock is now ours. An abandoned lock is cleared away first. */
function attempt(claim: Claim): boolean {
  if (create(claim.path, claim.record)) return true;
  if (!isAbandoned(claim)) return false;
  clear(claim);
  return create(claim.path, claim.record);
}

/**
 * Removes an abandoned lock. Two processes may find it at the same moment, and the slower one must not remove the new
 * lock of the faster: so it is removed only by who holds the guard, a lock of the same kind, after looking again.
 * While the guard is held nobody else may remove the lock, and while it lies there nobody can create another.
 */
function clear(claim: Claim): void {
  const guard: Claim = { ...claim, path: `${claim.path}+` };
  if (!attempt(guard)) return;
  try {
    if (!isAbandoned(claim)) return;
    const owner = parseRecord(readRecord(claim.path) ?? '');
    if (owner !== null) removeQuietly(temporaryOf(claim.target, owner.token));
    unlinkSync(claim.path);
  } finally {
    removeQuietly(guard.path);
  }
}

function isAbandoned({ path, limits }: Claim): boolean {
  const record = readRecord(path);
  if (record === null) return false;
  const owner = parseRecord(record);
  const state = owner === null ? 'unknown' : stateOf(owner);
  return state === 'gone' || (state === 'unknown' && ageMs(path) > limits.abandonedAfterMs);
}

/**
 * Creates the lock with its record, or returns false when there is one. A symbolic link that leads nowhere is made in
 * one step, so nobody ever sees a lock without its record. File systems that know no links get a file.
 */
function create(path: string, record: string): boolean {
  try {
    symlinkSync(record, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (code === 'EPERM' || code === 'ENOSYS' || code === 'ENOTSUP' || code === 'EOPNOTSUPP') {
      return createFile(path, record);
    }
    throw error;
  }
}

function createFile(path: string, record: string): boolean {
  try {
    const descriptor = openSync(path, 'wx', PRIVATE_FILE);
    try {
      writeFileSync(descriptor, record);
    } finally {
      closeSync(descriptor);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The record of the lock, empty when it cannot be understood, null when there is no lock. */
function readRecord(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
  }
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : '';
  }
}

function ageMs(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

function temporaryOf(target: string, token: string): string {
  return `${target}.tool-${token}`;
}

function busyProblem(path: string): string {
  const owner = parseRecord(readRecord(path) ?? '');
  const who = owner === null ? '' : ` (process ${owner.pid})`;
  return `another process is writing it${who}; if none is, remove the lock file that ends in \`.tool-lock\` beside it`;
}

function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
