/** One writer at a time among processes: a lock beside the file, which a writer that died does not keep. */
import { unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileFault } from './file-fault.js';
import { createLock, lockAgeMs, readRecord } from './lock-file.js';
import { abandonedAfterMs, newToken, ownRecord, parseRecord, stateOf } from './lock-owner.js';
import { namesIn } from './names-in.js';
import { removeQuietly } from './remove-quietly.js';

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
const LIMITS: LockLimits = { waitMs: 30_000, abandonedAfterMs };
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
  clearGuards(own);
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
  if (createLock(claim.path, claim.record)) return true;
  if (!isAbandoned(claim)) return false;
  clear(claim);
  return createLock(claim.path, claim.record);
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

/**
 * Guards that were left behind stop nobody, but they would stay for ever where their lock is gone. How deep they are is how
 * many were killed one after another while clearing away.
 */
function clearGuards(claim: Claim): void {
  const lock = basename(claim.path);
  const guards = namesIn(dirname(claim.path)).filter(
    (name) => name.startsWith(lock) && /^\++$/u.test(name.slice(lock.length)),
  );
  for (const name of guards.sort()) {
    const guard: Claim = { ...claim, path: join(dirname(claim.path), name) };
    if (isAbandoned(guard)) clear(guard);
  }
}

function isAbandoned({ path, limits }: Claim): boolean {
  const record = readRecord(path);
  if (record === null) return false;
  const owner = parseRecord(record);
  const state = owner === null ? 'unknown' : stateOf(owner);
  return state === 'gone' || (state === 'unknown' && lockAgeMs(path) > limits.abandonedAfterMs);
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
