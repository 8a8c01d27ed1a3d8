/** Passes on the signals that are meant for the child. */
import { readFileSync } from 'node:fs';
import { isInForeground } from './foreground.js';

/**
 * Those of semantics 6.2, and all others that a supervisor, a limit or a timer sends to the process it knows and that would
 * end us while the child lives on. Not in the list: signals that a program gets for its own errors (SEGV, ILL …), which
 * cannot be handled safely; those that stop and continue, which reach us as they reach the child; and real-time signals,
 * of which the runtimes know nothing. The numbers are those of Linux, which alone tells what is ignored; asking `node:os`
 * takes Bun 0.3 ms.
 */
const FORWARDED = {
  SIGTERM: 15,
  SIGINT: 2,
  SIGHUP: 1,
  SIGQUIT: 3,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGALRM: 14,
  SIGVTALRM: 26,
  SIGPROF: 27,
  SIGXCPU: 24,
  SIGIO: 29,
  SIGSTKFLT: 16,
  SIGPWR: 30,
  SIGABRT: 6,
  SIGWINCH: 28,
} as const;
type Forwarded = keyof typeof FORWARDED;
const NAMES = Object.keys(FORWARDED) as readonly Forwarded[];

/** A terminal sends these to every process of its foreground group. */
const FROM_TERMINAL: ReadonlySet<string> = new Set<Forwarded>(['SIGINT', 'SIGQUIT', 'SIGWINCH']);

/** Bun stops its threads with PWR, and knows nothing of the others (`by-libc.ts`). */
const NOT_ON_BUN: ReadonlySet<string> = new Set<Forwarded>(['SIGPWR', 'SIGABRT', 'SIGSTKFLT']);

export interface Target {
  /** Undefined if it could not be started. */
  readonly pid?: number | undefined;
  kill(signal: NodeJS.Signals): boolean;
}

/**
 * Installs the handlers; call it right before spawning, and the result right after: it names the child and lets
 * signals through. What the terminal sends is passed on only in the turn of the start, in which it may have come before
 * there was a child, and not to a child that has a handler by then: it had time to get that signal itself, and one
 * Ctrl-C must not count as two. What is `ignored` stays so, for us and for the child.
 */
export function forwardSignals(ignored: SignalSet = 0): (child: Target) => void {
  let child: Target | null = null;
  let isFirstTurn = true;
  const pending: Forwarded[] = [];
  const forward = (signal: Forwarded) => {
    if (child === null) pending.push(signal);
    else if (!FROM_TERMINAL.has(signal) || !isInForeground()) child.kill(signal);
    else if (isFirstTurn && !isHandledBy(child.pid, FORWARDED[signal])) child.kill(signal);
  };
  for (const signal of forwardedExcept(ignored)) process.on(signal, forward);
  return (started) => {
    child = started;
    for (const signal of pending) started.kill(signal);
    setImmediate(() => {
      isFirstTurn = false;
    });
  };
}

/** From here on signals have their usual effect on this process: the child has ended. */
export function stopForwarding(): void {
  for (const signal of NAMES) process.removeAllListeners(signal);
}

/** If the child belongs to another user, a signal cannot be passed on; it continues, and so does the tool. */
export function isSent(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function forwardedExcept(ignored: SignalSet): readonly Forwarded[] {
  const all = 'Bun' in globalThis ? NAMES.filter((signal) => !NOT_ON_BUN.has(signal)) : NAMES;
  return all.filter((signal) => !isIn(ignored, FORWARDED[signal]));
}

/** Signals 1 to 32 as bits, the first as the lowest. */
export type SignalSet = number;

/**
 * The signals that this process ignores, as `nohup` and shells have it do for what they start in the background. Ask
 * before any handler is installed. None if the system does not show them. Node ignores none: it puts all back when it starts.
 */
export function ignoredSignals(): SignalSet {
  try {
    return ignoredIn(readFileSync('/proc/self/status', 'utf8'));
  } catch {
    return 0;
  }
}

/** From `/proc/PID/status`: `SigIgn:	0000000000001001` are 1 and 13. */
export function ignoredIn(status: string): SignalSet {
  return setIn('SigIgn', status);
}

function setIn(field: 'SigIgn' | 'SigCgt', status: string): SignalSet {
  const digits = new RegExp(`^${field}:\\s*[0-9a-f]{8}([0-9a-f]{8})`, 'm').exec(status)?.[1];
  return Number.parseInt(digits ?? '0', 16);
}

/** Whether the process has a handler for the signal. False if the system does not show it. */
function isHandledBy(pid: number | undefined, signal: number): boolean {
  try {
    return isIn(handledIn(readFileSync(`/proc/${pid}/status`, 'utf8')), signal);
  } catch {
    return false;
  }
}

/** From `/proc/PID/status`, as `ignoredIn`. */
export function handledIn(status: string): SignalSet {
  return setIn('SigCgt', status);
}

export function isIn(set: SignalSet, signal: number): boolean {
  return ((set >>> (signal - 1)) & 1) === 1;
}
