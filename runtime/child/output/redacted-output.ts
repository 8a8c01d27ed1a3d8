/** The standard output and error of a child on their way through this process, which replaces the values in them. */
import { fstatSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Redactor } from '../../redact/redactor.js';
import { stopForwarding } from '../forward-signals.js';
import type { ChildOutput } from '../start.js';
import type { Channel } from './channel.js';
import { openOutputLibrary } from './output-library.js';
import { openPipe, type PipePlace } from './pipe.js';
import { openPseudoTerminal } from './pseudo-terminal.js';
import { Pump } from './pump.js';

const STDOUT = 1;
const STDERR = 2;
/** The error of a pipe, and that of a socket with unread data. */
const READER_IS_GONE = ['EPIPE', 'ECONNRESET'];

export interface RedactedOutput {
  /** What the child gets. */
  readonly descriptors: ChildOutput;
  /** Whether the child gets a pipe where the caller has a terminal. */
  readonly losesTerminal: boolean;
  /**
   * Called when the child has ended: waits until all it wrote is written. Meanwhile signals have their usual effect. The system's
   * code if standard output cannot be written.
   */
  finish(): Promise<string | null>;
}

/** Throws NoPipe. Pumping begins at once. */
export function redactedOutput(redactor: () => Redactor, place: PipePlace): RedactedOutput {
  openIfClosed();
  const library = openOutputLibrary();
  let losesTerminal = false;
  const flow = (descriptor: number) => {
    const isTerminal = isatty(descriptor);
    const terminal = isTerminal && library !== null ? openPseudoTerminal(library, descriptor) : null;
    losesTerminal ||= isTerminal && terminal === null;
    const channel: Channel = terminal ?? openPipe(library, place);
    const pump = new Pump(channel.source, redactor(), descriptor);
    return { channel, pump, problem: pump.run() };
  };
  const stdout = flow(STDOUT);
  // Into one place they go through one channel, so that their order stays.
  const stderr = isSamePlace() ? stdout : flow(STDERR);
  const flows = [...new Set([stdout, stderr])];
  return {
    descriptors: { stdout: stdout.channel.childEnd, stderr: stderr.channel.childEnd },
    losesTerminal,
    async finish() {
      stopForwarding();
      for (const { channel, pump } of flows) {
        channel.closeChildEnd();
        pump.childEnded();
      }
      const [problem = null] = await Promise.all(flows.map(({ problem: one }) => one));
      // A reader that went away is the child's matter, which got SIGPIPE. What standard error loses cannot be reported.
      return problem !== null && READER_IS_GONE.includes(problem) ? null : problem;
    },
  };
}

/** The numbers of closed streams would be given to the next files that are opened. */
function openIfClosed(): void {
  for (const descriptor of [0, STDOUT, STDERR]) if (!isOpen(descriptor)) openSync('/dev/null', 'r+');
}

function isOpen(descriptor: number): boolean {
  try {
    fstatSync(descriptor);
    return true;
  } catch {
    return false;
  }
}

function isSamePlace(): boolean {
  const [out, err] = [fstatSync(STDOUT), fstatSync(STDERR)];
  return out.dev === err.dev && out.ino === err.ino && out.rdev === err.rdev;
}
