/**
 * Standard output and standard error, written whole and at once. The streams of the process are not touched: they cost
 * start-up time, and on some runtimes leave descriptors non-blocking, which would break a child that inherits them.
 */
import { writeSync } from 'node:fs';
import { problemOf } from '../files/file-fault.js';
import { codeOf } from '../files/system-reason.js';
import { waitForOtherEnd } from './wait-for-other-end.js';

const STDOUT = 1;
const STDERR = 2;

/** Standard output that did not take the product of a command, and why: `E1208` once it is reported. */
export class OutputFault extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** The product of a command. A reader that closed the pipe ends us silently, as it would any other program. */
export function writeOut(content: string | Uint8Array): void {
  writeAll(STDOUT, content);
}

/** Diagnostics, previews, warnings and progress. A closed standard error loses them, nothing else. */
export function writeErr(text: string): void {
  writeAll(STDERR, text);
}

function writeAll(descriptor: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  for (let written = 0; written < bytes.length; ) written += writeSome(descriptor, bytes.subarray(written));
}

/**
 * How much was taken. Whatever standard output does not take is a failure, be it closed, full or a terminal that is gone:
 * a command that ends well has written all of its product. Standard error has nobody else to complain to.
 */
function writeSome(descriptor: number, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EAGAIN') return nothingYet();
    if (descriptor === STDERR) return bytes.length;
    if (code === 'EPIPE') dieOfPipe();
    const reason = problemOf(error);
    if (reason === null) throw error;
    throw new OutputFault(reason);
  }
}

/** Somebody made the descriptor non-blocking and the reader is slow. */
function nothingYet(): number {
  waitForOtherEnd();
  return 0;
}

/** The runtime ignores SIGPIPE from its start; a listener that comes and goes restores the default. */
function dieOfPipe(): never {
  const listener = () => {};
  process.on('SIGPIPE', listener);
  process.removeListener('SIGPIPE', listener);
  process.kill(process.pid, 'SIGPIPE');
  process.exit(141);
}
