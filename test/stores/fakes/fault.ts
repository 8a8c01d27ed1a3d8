/** What goes wrong with a fake of a vendor's program, as data: it is kept in the file of its vault. */
import type { FakeEnd } from '../../helpers/fake-programs.js';

export interface Fault {
  /** Of calls whose words, joined by blanks, contain it; left out: of all. */
  readonly words?: string;
  /** Of the nth such call alone, counted from 1; left out: of each. */
  readonly nth?: number;
  readonly status?: number;
  readonly stderr?: string;
  readonly stdout?: string;
  /** In place of `stdout`, bytes that need not be text. */
  readonly bytes?: readonly number[];
  /** So many times what it prints: `times: 20_000_000`. */
  readonly times?: number;
  /** Killed by this signal, after it has printed. */
  readonly signal?: string;
  /** The command is carried out before it fails. */
  readonly isDone?: true;
  /** It succeeds as always, and only this part of its output arrives: `0.5`. */
  readonly keeps?: number;
  /** It succeeds as always, and its output comes in two parts, with this many bytes in the first. Only a process of its own does that. */
  readonly splitAt?: number;
  readonly delayMs?: number;
}

/** The fault of a call, and the counts after it. */
export function faultFor(faults: readonly Fault[], counts: readonly number[], words: readonly string[]) {
  const line = words.join(' ');
  const fits = faults.map((fault) => line.includes(fault.words ?? ''));
  const now = faults.map((_, index) => (counts[index] ?? 0) + (fits[index] === true ? 1 : 0));
  const fault = faults.find(({ nth }, index) => fits[index] === true && (nth === undefined || nth === now[index]));
  return { fault: fault ?? null, counts: now };
}

/** `run`: carries out the command. */
export function faulty(fault: Fault | null, run: () => FakeEnd): FakeEnd {
  if (fault === null || !isFailure(fault)) return cut(run(), fault?.keeps);
  if (fault.isDone === true) run();
  const { status = 1, stderr = '', stdout = '', bytes, times = 1, signal } = fault;
  const once = bytes === undefined ? Buffer.from(stdout) : Buffer.from(bytes);
  const printed = Buffer.alloc(once.length * times, once);
  if (signal === undefined) return { status, stdout: printed, stderr };
  return { kind: 'killed', signal, stdout: printed, stderr: Buffer.from(stderr) };
}

function isFailure({ status, stderr, stdout, bytes, signal }: Fault): boolean {
  return [status, stderr, stdout, bytes, signal].some((part) => part !== undefined);
}

function cut(end: FakeEnd, keeps: number | undefined): FakeEnd {
  if (keeps === undefined || 'kind' in end) return end;
  const stdout = Buffer.from(end.stdout ?? '');
  return { ...end, stdout: stdout.subarray(0, Math.floor(stdout.length * keeps)) };
}
