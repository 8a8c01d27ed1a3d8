/** One writer at a time among processes: a lock beside the file, which a writer that died does not keep. */
import { basename, dirname, join } from 'node:path';
import { fileFault } from './file-fault.js';
import { createLock, lockAgeMs, readRecord, refresher } from './lock-file.js';
import { abandonedAfterMs, newToken, ownRecord, parseRecord, stateOf } from './lock-owner.js';
import { namesIn } from './names-in.js';
import { removeQuietly } from './remove-quietly.js';

export interface Lock {
  /** A name in the target's folder for the new content; removed with the lock if its owner is killed. */
  readonly temporary: string;
  /** False if another machine took this lock for abandoned: what was read under it may have changed. */
  isHeld(): boolean;
}

/** How long to wait for one owner, and the age from which a lock counts as abandoned if its owner cannot be looked up. */
export interface LockLimits {
  readonly waitMs: number;
  readonly abandonedAfterMs: number;
}
const LIMITS: LockLimits = { waitMs: 30_000, abandonedAfterMs };
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 64;
/** How often a held lock is refreshed before it would count as abandoned: some refreshes may be late. */
const REFRESHES = 4;

export interface Locking {
  readonly limits?: LockLimits;
  /** Stops the wait for the lock; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` while this process alone holds the lock of `target`. The lock is refreshed for as long as that takes, so that another
 * machine does not take it for abandoned; if the process ends meanwhile, the next one recognizes the lock as abandoned.
 * Throws a FileFault `busy` if another process holds the lock for too long.
 */
export async function underLock<T>(
  target: string,
  shown: string,
  work: (lock: Lock) => T | Promise<T>,
  { limits = LIMITS, signal }: Locking = {},
): Promise<T> {
  const token = newToken();
  const own: Claim = { path: `${target}.tool-lock`, record: ownRecord(token), target, limits };
  await acquire(own, shown, signal);
  const isHeld = () => readRecord(own.path) === own.record;
  const refresh = refresher(own.path);
  const timer = setInterval(() => isHeld() && refresh(), limits.abandonedAfterMs / REFRESHES);
  timer.unref();
  try {
    clearGuards(own);
    return await work({ temporary: temporaryOf(target, token), isHeld });
  } finally {
    clearInterval(timer);
    if (isHeld()) removeQuietly(own.path);
  }
}

interface Claim {
  readonly path: string;
  readonly record: string;
  readonly target: string;
  readonly limits: LockLimits;
}

/**
 * The time limit restarts with each new owner: then other processes are only faster, and many slow changes may take long. It counts the
 * pauses between two looks: what else passes, while this process is stopped or busy, says nothing about the owner.
 */
async function acquire(claim: Claim, shown: string, signal?: AbortSignal): Promise<void> {
  let owner: string | null = null;
  let waitedMs = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    signal?.throwIfAborted();
    if (attempt(claim)) return;
    const now = readRecord(claim.path);
    if (now !== owner) [owner, waitedMs] = [now, 0];
    if (waitedMs >= claim.limits.waitMs) throw fileFault('busy', 'write', shown, busyProblem(claim.path));
    // Random pauses, so that waiting processes do not retry at the same time.
    const pauseMs = pause * (0.5 + Math.random());
    await elapsed(pauseMs);
    waitedMs += pauseMs;
  }
}

/** Tries once and returns whether this process now holds the lock. An abandoned lock is removed first. */
function attempt(claim: Claim): boolean {
  if (createLock(claim.path, claim.record)) return true;
  if (!isAbandoned(claim)) return false;
  clear(claim);
  return createLock(claim.path, claim.record);
}

/**
 * Removes an abandoned lock. Two processes may find it at the same time, and the slower one must not remove the new
 * lock of the faster one: so only the holder of the guard, a lock of the same kind, removes it, after checking again.
 * While the guard is held, no other process may remove the lock, and while the lock exists, none can create another.
 */
function clear(claim: Claim): void {
  const guard: Claim = { ...claim, path: `${claim.path}+` };
  if (!attempt(guard)) return;
  try {
    if (!isAbandoned(claim)) return;
    const owner = parseRecord(readRecord(claim.path) ?? '');
    if (owner !== null) removeQuietly(temporaryOf(claim.target, owner.token));
    removeQuietly(claim.path);
  } finally {
    removeQuietly(guard.path);
  }
}

/**
 * Guards that were left block no process, but without this they would stay forever after their lock is gone. Their depth is the
 * number of processes that were killed one after another while they removed a lock.
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
