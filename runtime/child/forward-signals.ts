/** Passes on the signals that are meant for the child. */
import { readFileSync } from 'node:fs';

/**
 * Those of semantics 6.2, and all others that a supervisor, a limit or a timer sends to the process it knows and that would
 * end us while the child lives on. Not in the list: signals that a program gets for its own mistakes (SEGV, ILL …), which
 * cannot be handled safely; those that stop and continue, which reach us as they reach the child; and real-time signals,
 * of which the runtimes know nothing.
 */
const FORWARDED = [
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGVTALRM',
  'SIGPROF',
  'SIGXCPU',
  'SIGIO',
  'SIGSTKFLT',
  'SIGPWR',
  'SIGABRT',
  'SIGWINCH',
] as const;
type Forwarded = (typeof FORWARDED)[number];

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
export function forwardSignals(ignored: ReadonlySet<number> = new Set()): (child: Target) => void {
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

/** A child of another user, to whom a signal cannot be passed on, goes on, and so do we. */
export function isSent(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function forwardedExcept(ignored: ReadonlySet<number>): readonly Forwarded[] {
  const all = 'Bun' in globalThis ? FORWARDED.filter((signal) => !NOT_ON_BUN.has(signal)) : FORWARDED;
  if (ignored.size === 0) return all;
  const { signals } = process.getBuiltinModule('node:os').constants;
  return all.filter((signal) => !ignored.has(signals[signal]));
}

/**
 * Numbers of the signals that this process ignores, as `nohup` and shells have it do for what they start in the
 * background. Ask before any handler is installed. None where the system does not tell. Node ignores none: it puts all
 * back when it starts.
 */
export function ignoredSignals(): ReadonlySet<number> {
  try {
    return signalsIn(readFileSync('/proc/self/status', 'latin1'));
  } catch {
    return new Set();
  }
}

/** From `/proc/PID/status`: `SigIgn:	0000000000001001` are 1 and 13. */
export function signalsIn(status: string): ReadonlySet<number> {
  const mask = BigInt(`0x${/^SigIgn:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
  const numbers = Array.from({ length: 64 }, (_, index) => index + 1);
  return new Set(numbers.filter((number) => ((mask >> BigInt(number - 1)) & 1n) === 1n));
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
