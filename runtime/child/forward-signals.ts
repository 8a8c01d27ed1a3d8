/** Passes on the signals that are meant for the child. */
import { readFileSync } from 'node:fs';
import { proc } from '../files/proc.js';
import { hasTerminal, isInForeground } from './foreground.js';
import type { GroupWitness } from './group-witness.js';

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

/** Bun stops its threads with PWR, and knows nothing of the other one. */
const UNHEARD_BY_BUN: readonly Forwarded[] = ['SIGPWR', 'SIGSTKFLT'];
/** ABRT is ignored while a child runs (`by-libc.ts`). */
const NOT_ON_BUN: readonly Forwarded[] = [...UNHEARD_BY_BUN, 'SIGABRT'];

/** Those that end a process which does not handle them, as far as this runtime can handle them. */
export function endingSignals(): ReadonlyMap<NodeJS.Signals, number> {
  return new Map(without(UNHEARD_BY_BUN).flatMap((name) => (name === 'SIGWINCH' ? [] : [[name, FORWARDED[name]]])));
}

function without(excluded: readonly Forwarded[]): readonly Forwarded[] {
  return 'Bun' in globalThis ? NAMES.filter((signal) => !excluded.includes(signal)) : NAMES;
}

export interface Target {
  /** Undefined if it could not be started. */
  readonly pid?: number | undefined;
  kill(signal: NodeJS.Signals): boolean;
}

/** How soon after the start of the command a witness is started. Most commands that are shorter need none. */
const WITNESS_MS = 50;

/**
 * Installs the handlers; call it right before spawning, and the result right after: it names the child and lets
 * signals through. What comes from the terminal is the child's anyway, and one Ctrl-C must not count as two: in the foreground, such a
 * signal is passed on only if a witness did not get it. Until there is one, it may have come before there was a child, and is passed on to a
 * child that has no handler: one that has had time to get that signal itself. What is `ignored` stays so, for us and for the child.
 */
export function forwardSignals(ignored: SignalSet = 0): (child: Target) => void {
  let child: Target | null = null;
  const pending: Forwarded[] = [];
  const forward = (signal: Forwarded) => {
    const target = child;
    if (target === null) pending.push(signal);
    else if (!FROM_TERMINAL.has(signal) || !isInForeground()) target.kill(signal);
    else if (witness !== null) witness.judge(signal, () => target.kill(signal));
    else if (!isHandledBy(target.pid, FORWARDED[signal])) target.kill(signal);
  };
  for (const signal of forwardedExcept(ignored)) process.on(signal, forward);
  return (started) => {
    child = started;
    for (const signal of pending) started.kill(signal);
    // Without one, as where the program was replaced meanwhile, signals of the terminal are left to it.
    timer = setTimeout(() => startWitness().catch(() => {}), WITNESS_MS).unref();
  };
}

/** There is one command, and one witness while it runs. */
let witness: GroupWitness | null = null;
let timer: NodeJS.Timeout | null = null;

async function startWitness(): Promise<void> {
  if (!hasTerminal()) return;
  const { GroupWitness } = await import('./group-witness.js');
  if (timer !== null) witness = new GroupWitness();
}

/** Call it when the command has ended: nothing of ours is left running. */
export async function endWitness(): Promise<void> {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  await witness?.end();
  witness = null;
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
  return without(NOT_ON_BUN).filter((signal) => !isIn(ignored, FORWARDED[signal]));
}

/** Signals 1 to 32 as bits, the first as the lowest. */
export type SignalSet = number;

/**
 * The signals that this process ignores, as `nohup` and shells have it do for what they start in the background. Ask
 * before any handler is installed. None if the system does not show them. Node ignores none: it puts all back when it starts.
 */
export function ignoredSignals(): SignalSet {
  try {
    return ignoredIn(readFileSync(proc('self/status'), 'utf8'));
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
    return isIn(handledIn(readFileSync(proc(`${pid}/status`), 'utf8')), signal);
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
