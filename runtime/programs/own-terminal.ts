/** The terminal on which a person can answer a program's question. */
import { fstatSync, realpathSync } from 'node:fs';
import { statOf } from '../files/process-stat.js';

/** Where Linux says what our standard streams are. Other systems have no such links. */
const OWN_STREAMS = '/proc/self/fd';

type Stream = 0 | 1 | 2;

/**
 * Its path if there is one, else null: a program must not wait for an answer that cannot come (providers-local 8.5). Where the system does
 * not say the path, it is the one that the user exports (`GPG_TTY`).
 */
export function ownTerminal(
  exported: string | undefined,
  stream = streamOnTerminal(),
  streams = OWN_STREAMS,
): string | null {
  if (stream === null) return null;
  try {
    return realpathSync(`${streams}/${stream}`);
  } catch {
    // A shell whose input was no terminal exports `not a tty`.
    return exported?.startsWith('/') ? exported : null;
  }
}

/**
 * Our input, or where a pipe or a file feeds it, another stream: the value that it brings leaves the terminal free for a question. An input
 * such as `/dev/null` means that no one is at the terminal; and a job in the background must not use it.
 */
function streamOnTerminal(): Stream | null {
  // Not `process.stdin`: to look at that opens it.
  const { isatty } = process.getBuiltinModule('node:tty');
  if (isatty(0)) return 0;
  if (!isFed() || !isInForeground()) return null;
  return ([2, 1] as const).find((stream) => isatty(stream)) ?? null;
}

function isFed(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile() || input.isSocket();
  } catch {
    // It is closed.
    return false;
  }
}

function isInForeground(): boolean {
  const stat = statOf('self');
  return stat === null || stat.group === stat.foregroundGroup;
}
