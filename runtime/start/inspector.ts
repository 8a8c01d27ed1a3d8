/**
 * On SIGUSR1 Node opens its inspector, through which other programs on this machine can read everything; it does
 * so even before its first script runs, and even if the signal was ignored. From `start.ts` on the signal ends the process as it ends
 * any other, and a command that forwards it (`run`) installs its own handler later.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { proc } from '../files/proc.js';

const SIGNAL = 'SIGUSR1';
const EXIT_CODE = 138;
const THREADS = 'self/task';
/** SIGINT and SIGTERM: the one thread that opens the inspector blocks all signals. */
const BLOCKED_BY_WATCHER = 0x4002;
/** How far apart the numbers of threads are at most that start one after the other, on a busy system. */
const CLOSE_TOGETHER = 1_000;
const TURN_MS = 1;
const TURNS = 3;
/** If the system shows no threads: how long to wait for the effects of a signal. */
const SETTLED_MS = 5;

/** Options that open it, and those that run code of the caller, which may have opened it. */
const ASKED = /(^|\s)(--inspect(-brk|-wait)?(=|\s|$)|-r\b|--(require|import|loader|experimental-loader)\b)/u;

/** Call it before any value is read, and wait for it. Does not return if the signal came before `start.ts`, so that the inspector is open. */
export async function keepInspectorClosed(): Promise<void> {
  if (isAsked() || (await isSoonSurelyClosed())) return;
  while (!isSettled()) pause(TURN_MS);
  await turnOfLoop();
  const { url } = process.getBuiltinModule('node:inspector');
  if (url() === undefined) return;
  process.kill(process.pid, SIGNAL);
  // Process 1 is not ended by signals.
  process.exit(EXIT_CODE);
}

/** Compiling the expression takes longer than all else here, so it is used only if there are options. */
function isAsked(): boolean {
  const options = process.env['NODE_OPTIONS'] ?? '';
  if (options === '' && process.execArgv.length === 0) return false;
  return ASKED.test([options, ...process.execArgv].join(' '));
}

/** On a busy machine the thread may not be asleep yet: waiting costs less than asking Node, which takes 6 ms. */
async function isSoonSurelyClosed(): Promise<boolean> {
  for (let turn = 0; turn < TURNS; turn++) {
    if (await isSurelyClosed()) return true;
    pause(TURN_MS);
  }
  return false;
}

/**
 * If the last thread that Node started waits for the signal and sleeps, all that it does is done. Its work takes effect here, at once
 * and, where the port was taken then, once more in a turn of the loop; the inspector has a thread of its own, which is then the last one.
 */
async function isSurelyClosed(): Promise<boolean> {
  const last = lastThread();
  if (last === null || watcherState(last) !== 'asleep') return false;
  await turnOfLoop();
  return lastThread() === last;
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Whether another thread has finished what a signal started. */
function isSettled(): boolean {
  const all = threads();
  if (all.length === 0) pause(SETTLED_MS);
  return all.every((thread) => watcherState(thread) !== 'awake');
}

function watcherState(thread: number): 'asleep' | 'awake' | 'another thread' {
  const status = readStatus(thread);
  const blocked = Number.parseInt(fieldOf(status, 'SigBlk').slice(-8), 16);
  if ((blocked & BLOCKED_BY_WATCHER) !== BLOCKED_BY_WATCHER) return 'another thread';
  return fieldOf(status, 'State').startsWith('S') ? 'asleep' : 'awake';
}

/** From `/proc/PID/status`: `State:	S (sleeping)`. */
function fieldOf(status: string, name: string): string {
  const start = status.indexOf(`\n${name}:\t`) + name.length + 3;
  return status.slice(start, status.indexOf('\n', start));
}

/**
 * The one that was started last has the highest number, unless the system has begun again with low ones in between: then some are far
 * apart. The first thread does not count: its number is that of the process, which may have run another program before.
 */
function lastThread(): number | null {
  const started = threads().filter((thread) => thread !== process.pid);
  const last = Math.max(...started);
  return started.length > 0 && last - Math.min(...started) < CLOSE_TOGETHER ? last : null;
}

function threads(): readonly number[] {
  try {
    return readdirSync(proc(THREADS)).map(Number);
  } catch {
    return [];
  }
}

function readStatus(thread: number): string {
  try {
    return readFileSync(proc(`${THREADS}/${thread}/status`), 'utf8');
  } catch {
    return '';
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
