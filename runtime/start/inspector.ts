/**
 * On SIGUSR1 Node opens its inspector, through which other programs on this machine can read everything; it does
 * so even before its first script runs, and even if the signal was ignored. Here the signal ends the process as it ends any
 * other, and a command that forwards it (`run`) installs its own handler later.
 */
import { readdirSync, readFileSync } from 'node:fs';

const SIGNAL = 'SIGUSR1';
const EXIT_CODE = 138;
const THREADS = '/proc/self/task';
/** SIGINT and SIGTERM: the one thread that opens the inspector blocks all signals. */
const BLOCKED_BY_WATCHER = 0x4002;
const TURN_MS = 1;
const TURNS = 3;
/** If the system shows no threads: how long to wait for the effects of a signal. */
const SETTLED_MS = 5;

/** Options that open it, and those that run code of the caller, which may have opened it. */
const ASKED = /(^|\s)(--inspect(-brk|-wait)?(=|\s|$)|-r\b|--(require|import|loader|experimental-loader)\b)/u;

/** Call it before anything else. Does not return if the signal came so early that the inspector is open. */
export function keepInspectorClosed(): void {
  // Adding and removing a listener restores the default.
  process.on(SIGNAL, ignore);
  process.off(SIGNAL, ignore);
  if (ASKED.test([process.env['NODE_OPTIONS'], ...process.execArgv].join(' ')) || isSoonSurelyClosed()) return;
  while (!isSettled()) pause(TURN_MS);
  const { url } = process.getBuiltinModule('node:inspector');
  if (url() === undefined) return;
  process.kill(process.pid, SIGNAL);
  // Process 1 is not ended by signals.
  process.exit(EXIT_CODE);
}

function ignore(): void {}

/** On a busy machine the thread may not be asleep yet: waiting costs less than asking Node, which takes 6 ms. */
function isSoonSurelyClosed(): boolean {
  for (let turn = 0; turn < TURNS; turn++) {
    if (isSurelyClosed()) return true;
    pause(TURN_MS);
  }
  return false;
}

/**
 * If the last thread that Node started waits for the signal and sleeps, nothing is under way. The inspector has a
 * thread of its own, so the last thread is checked again after pending work has taken effect here.
 */
function isSurelyClosed(): boolean {
  const last = threads().at(-1);
  return last !== undefined && watcherState(last) === 'asleep' && threads().at(-1) === last;
}

/** Whether another thread has finished what a signal started. */
function isSettled(): boolean {
  const all = threads();
  if (all.length === 0) pause(SETTLED_MS);
  return all.every((thread) => watcherState(thread) !== 'awake');
}

function watcherState(thread: string): 'asleep' | 'awake' | 'another thread' {
  const status = readStatus(thread);
  const blocked = Number.parseInt(/^SigBlk:\s*[0-9a-f]{8}([0-9a-f]{8})/mu.exec(status)?.[1] ?? '0', 16);
  if ((blocked & BLOCKED_BY_WATCHER) !== BLOCKED_BY_WATCHER) return 'another thread';
  return /^State:\s*S/mu.test(status) ? 'asleep' : 'awake';
}

/** In the order they were started: sorted by number, because the system lists them by name. */
function threads(): readonly string[] {
  try {
    return readdirSync(THREADS).sort((one, other) => Number(one) - Number(other));
  } catch {
    return [];
  }
}

function readStatus(thread: string): string {
  try {
    return readFileSync(`${THREADS}/${thread}/status`, 'utf8');
  } catch {
    return '';
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
