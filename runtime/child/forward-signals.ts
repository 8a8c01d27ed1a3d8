/** Passes on the signals that are meant for the child. */
import { readFileSync } from 'node:fs';

/**
 * Those of semantics 6.2, and the ones that a supervisor or terminal sends to the process it knows and that would end
 * us (or, SIGUSR1, open Node's debugger) while the child lives on.
 */
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;
type Forwarded = (typeof FORWARDED)[number];

/** Keys of the terminal send these to every process of its foreground group. */
const FROM_TERMINAL: ReadonlySet<string> = new Set<Forwarded>(['SIGINT', 'SIGQUIT']);

export interface Target {
  kill(signal: NodeJS.Signals): boolean;
}

/**
 * Installs the handlers; call it right before spawning, and the result right after: it names the child and lets
 * signals through. A signal that came in between is delivered then, the terminal's included, for the child did not
 * exist yet or knows no handler of its own yet.
 */
export function forwardSignals(): (child: Target) => void {
  let child: Target | null = null;
  let isFirstTurn = true;
  const pending: Forwarded[] = [];
  const forward = (signal: Forwarded) => {
    if (child === null) pending.push(signal);
    else if (isFirstTurn || !FROM_TERMINAL.has(signal) || !isInForeground()) child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return (started) => {
    child = started;
    for (const signal of pending) started.kill(signal);
    setImmediate(() => {
      isFirstTurn = false;
    });
  };
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
