/**
 * Standard output and standard error, written completely and synchronously. The streams of the process are not used: they cost
 * start-up time, and on some runtimes leave descriptors non-blocking, which would break a child that inherits them.
 */
import { writeSync } from 'node:fs';
import { problemOf } from '../files/file-fault.js';
import { codeOf } from '../files/system-reason.js';
import { waitForOtherEnd } from './wait-for-other-end.js';

const STDOUT = 1;
const STDERR = 2;

/** The product of a command could not be written to standard output: reported as `E1208`. */
export class OutputFault extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** The reader of standard output has closed it: the process ends silently, as any other program, once the call has left its record. */
export class ReaderIsGone extends Error {}

/** The product of a command. */
export function writeOut(content: string | Uint8Array): void {
  writeAll(STDOUT, content);
}

/** Diagnostics, previews, warnings and progress. If standard error is closed they are lost, with no other effect. */
export function writeErr(text: string): void {
  writeAll(STDERR, text);
}

/** Called once, before the next output: removes what is on the terminal only until then. */
let removeTransient: (() => void) | null = null;

export function beforeNextOutput(remove: (() => void) | null): void {
  removeTransient = remove;
}

function writeAll(descriptor: number, content: string | Uint8Array): void {
  removeTransient?.();
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  for (let written = 0; written < bytes.length; ) written += writeSome(descriptor, bytes.subarray(written));
}

/**
 * Returns how much was written. Output that cannot be written (closed, full, or a terminal that was closed) is a failure:
 * a command that succeeds has written its whole product. A failure of standard error cannot be reported anywhere.
 */
function writeSome(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EAGAIN') return nothingYet();
    if (descriptor === STDERR) return bytes.length;
    if (code === 'EPIPE') throw new ReaderIsGone();
    const reason = problemOf(error);
    if (reason === null) throw error;
    throw new OutputFault(reason);
  }
}

/** Another process made the descriptor non-blocking, and the reader is slow. */
function nothingYet(): number {
  waitForOtherEnd();
  return 0;
}

/** The runtime ignores SIGPIPE from its start; adding and removing a listener restores the default. */
export function dieOfPipe(): never {
  const listener = () => {};
  process.on('SIGPIPE', listener);
  process.removeListener('SIGPIPE', listener);
  process.kill(process.pid, 'SIGPIPE');
  process.exit(141);
}
