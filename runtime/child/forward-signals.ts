/** Passes on the signals that are meant for the child. */
import { readFileSync } from 'node:fs';

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
  kill(signal: NodeJS.Signals): boolean;
}

/**
 * Installs the handlers; call it right before spawning, and the result right after: it names the child and lets
 * signals through. A signal that came in between is delivered then, the terminal's included, for the child did not
 * exist yet or knows no handler of its own yet. What is `ignored` stays so, for us and for the child.
 */
export function forwardSignals(ignored: SignalSet = 0): (child: Target) => void {
  let child: Target | null = null;
  let isFirstTurn = true;
  const pending: Forwarded[] = [];
  const forward = (signal: Forwarded) => {
    if (child === null) pending.push(signal);
    else if (isFirstTurn || !FROM_TERMINAL.has(signal) || !isInForeground()) child.kill(signal);
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
    return ignoredIn(readFileSync('/proc/self/status', 'latin1'));
  } catch {
    return 0;
  }
}

/** From `/proc/PID/status`: `SigIgn:	0000000000001001` are 1 and 13. */
export function ignoredIn(status: string): SignalSet {
  return Number.parseInt(/^SigIgn:\s*[0-9a-f]{8}([0-9a-f]{8})/m.exec(status)?.[1] ?? '0', 16);
}

export function isIn(set: SignalSet, signal: number): boolean {
  return ((set >>> (signal - 1)) & 1) === 1;
}

/** Whether this process is in the foreground group of its terminal. Where the system does not say, a terminal is taken as a yes. */
function isInForeground(): boolean {
  try {
    return isForeground(readFileSync('/proc/self/stat', 'latin1'));
  } catch {
    const { isatty } = process.getBuiltinModule('node:tty');
    return [0, 1, 2].some((descriptor) => isatty(descriptor));
  }
}

/** From `/proc/PID/stat`: `pid (name) state ppid pgrp session tty_nr tpgid …`; the name may hold blanks and brackets. */
export function isForeground(stat: string): boolean {
  const [, , group, , , foregroundGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group !== undefined && group === foregroundGroup;
}
