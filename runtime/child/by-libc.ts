/**
 * A command started by the C library itself, inside the executable: the bytes of its environment and arguments reach it as
 * they are, signals that were ignored stay ignored, and as process 1 it waits for orphans, too.
 */
import { type ByteString, bytesOf, joinedWithNul } from '../values/byte-string.js';
import { type ChildOutcome, endedWith } from './child-outcome.js';
import { type FileLimit, limitOfParent } from './file-limit.js';
import { forwardSignals, ignoredSignals, isIn, isSent } from './forward-signals.js';
import { errorName, type Libc } from './libc.js';
import type { ChildStart } from './start.js';
import { isWaitedForByShell } from './waiting-shell.js';

// Linux, on every machine that Bun runs on.
const RLIMIT_NOFILE = 7;
const F_SETFD = 2;
const F_GETFL = 3;
const F_SETFL = 4;
const O_NONBLOCK = 0o4000;
const POSIX_SPAWN_SETSIGDEF = 4;
const WNOHANG = 1;
const SIG_DFL = 0;
const SIG_IGN = 1;
/** Both runtimes ignore these two, which would stay so in the child. */
const IGNORED_BY_RUNTIME = [13, 25] as const;
/** ABRT and STKFLT: Bun cannot handle them. Ignored while the child runs, so that they do not end us alone. */
const UNKNOWN_TO_RUNTIME = [6, 16] as const;
/** glibc uses these two itself, and `posix_spawn` has the child ignore them unless it is asked not to. */
const USED_BY_LIBRARY = [32, 33] as const;
/** More than any C library needs for its structures. */
const STRUCTURE_BYTES = 512;
const SIGNAL_SET_BYTES = 128;
/** A notice of a child's end could get lost where the system is out of memory. */
const LOOK_AGAIN_MS = 60_000;

/** The outcome, or the system's error code if the child could not be started. Does not return if this process becomes the command. */
export async function startByLibc(libc: Libc, start: ChildStart): Promise<ChildOutcome | string> {
  const limit = limitOfParent();
  if (limit !== null) setFileLimit(libc, limit);
  for (const descriptor of [0, 1, 2]) makeBlocking(libc, descriptor);
  // The kernel keeps signals from a process 1 that does not handle them, so that one stays.
  const canBecome = !start.isParentNeeded && process.pid !== 1 && isWaitedForByShell();
  return canBecome ? become(libc, start) : spawn(libc, start);
}

function become(libc: Libc, { path, words, environment, descriptors }: ChildStart): string {
  for (const descriptor of descriptors) libc.fcntl(descriptor, F_SETFD, 0);
  for (const signal of IGNORED_BY_RUNTIME) libc.signal(signal, SIG_DFL);
  const argv = pointersTo(libc, words);
  const entries = pointersTo(libc, environment);
  libc.execve(terminated(path), argv.addresses, entries.addresses);
  const code = libc.lastError();
  keepAlive(argv, entries);
  for (const signal of IGNORED_BY_RUNTIME) libc.signal(signal, SIG_IGN);
  return code;
}

async function spawn(libc: Libc, start: ChildStart): Promise<ChildOutcome | string> {
  const ignored = ignoredSignals();
  const follow = forwardSignals(ignored);
  const endsUs = UNKNOWN_TO_RUNTIME.filter((signal) => !isIn(ignored, signal));
  for (const signal of endsUs) libc.signal(signal, SIG_IGN);
  // From here on, so that no end is missed.
  const ends = new Ends(libc);
  const pid = startedBy(libc, start, [...IGNORED_BY_RUNTIME, ...USED_BY_LIBRARY, ...endsUs]);
  if (typeof pid === 'string') {
    // It may be tried again as a script of the shell, which checks again which signals are ignored.
    for (const signal of endsUs) libc.signal(signal, SIG_DFL);
    return pid;
  }
  let hasEnded = false;
  follow({ pid, kill: (signal) => !hasEnded && isSent(pid, signal) });
  const status = await ends.of(pid);
  hasEnded = true;
  return endedWith(status);
}

/** The number of the child, which has the `defaults` not ignored, or the system's code for why there is none. */
function startedBy(libc: Libc, start: ChildStart, defaults: readonly number[]): number | string {
  const { path, words, environment, descriptors, output } = start;
  const files = new Uint8Array(STRUCTURE_BYTES);
  const attributes = new Uint8Array(STRUCTURE_BYTES);
  libc.posix_spawn_file_actions_init(files);
  for (const [number, given] of [output.stdout, output.stderr].entries()) {
    if (given !== number + 1) libc.posix_spawn_file_actions_adddup2(files, given, number + 1);
  }
  // To itself: that descriptor stays open.
  for (const descriptor of descriptors) libc.posix_spawn_file_actions_adddup2(files, descriptor, descriptor);
  libc.posix_spawnattr_init(attributes);
  libc.posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF);
  libc.posix_spawnattr_setsigdefault(attributes, signalSet(defaults));
  const pid = new Int32Array(1);
  const argv = pointersTo(libc, words);
  const entries = pointersTo(libc, environment);
  const error = libc.posix_spawn(pid, terminated(path), files, attributes, argv.addresses, entries.addresses);
  keepAlive(argv, entries);
  return error === 0 ? (pid[0] ?? 0) : errorName(error);
}

/** The ends of children, as the system reports them. */
class Ends {
  readonly #libc: Libc;
  readonly #ended = new Map<number, number>();
  #notice = () => {};

  constructor(libc: Libc) {
    this.#libc = libc;
    process.on('SIGCHLD', () => this.#notice());
  }

  /** The status of this child, as of `waitpid`. Process 1 waits for the others, too, which became its children as orphans. */
  of(pid: number): Promise<number> {
    return new Promise((resolve) => {
      const look = () => {
        this.#reap(process.pid === 1 ? -1 : pid);
        const status = this.#ended.get(pid);
        if (status === undefined) return;
        clearInterval(timer);
        resolve(status);
      };
      const timer = setInterval(look, LOOK_AGAIN_MS);
      this.#notice = look;
      look();
    });
  }

  #reap(pid: number): void {
    const status = new Int32Array(1);
    for (;;) {
      const ended = this.#libc.waitpid(pid, status, WNOHANG);
      if (ended <= 0) return;
      this.#ended.set(ended, status[0] ?? 0);
    }
  }
}

function setFileLimit(libc: Libc, { soft, hard }: FileLimit): void {
  const INFINITY = 2n ** 64n - 1n;
  const numbers = [soft, hard].map((limit) => (limit === 'unlimited' ? INFINITY : BigInt(limit)));
  libc.setrlimit(RLIMIT_NOFILE, BigUint64Array.from(numbers));
}

/** A descriptor that does not block breaks `cat` and `ssh`. */
function makeBlocking(libc: Libc, descriptor: number): void {
  const flags = libc.fcntl(descriptor, F_GETFL, 0);
  if (flags >= 0 && (flags & O_NONBLOCK) !== 0) libc.fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
}

interface StringList {
  readonly addresses: BigUint64Array;
  /** Holds what the addresses lead to, and must live as long as they do. */
  readonly block: Uint8Array;
}

/** What the system takes for a list of strings. */
function pointersTo(libc: Libc, strings: readonly ByteString[]): StringList {
  // Not empty, and not a part of a block that others use.
  const block = new Uint8Array(joinedWithNul([...strings, '']));
  const addresses = new BigUint64Array(strings.length + 1);
  let address = libc.addressOf(block);
  for (const [index, string] of strings.entries()) {
    addresses[index] = BigInt(address);
    address += string.length + 1;
  }
  return { addresses, block };
}

/** Called after the system has read the lists, so that they are not collected before. */
function keepAlive(...lists: readonly StringList[]): number {
  return lists.reduce((bytes, { block }) => bytes + block.length, 0);
}

function terminated(path: ByteString): Uint8Array {
  return bytesOf(`${path}\0`);
}

function signalSet(signals: readonly number[]): Uint8Array {
  const set = new Uint8Array(SIGNAL_SET_BYTES);
  for (const signal of signals) set[(signal - 1) >> 3] = (set[(signal - 1) >> 3] ?? 0) | (1 << ((signal - 1) & 7));
  return set;
}
