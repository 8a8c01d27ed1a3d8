/** The width of text for people. Used only to print such text, never before a child is started. */
import { isatty, WriteStream } from 'node:tty';

/** Without a terminal: what fits on a page and next to an editor. */
const WITHOUT_TERMINAL = 100;

/** Columns of the terminal of this descriptor; 100 if it is not a terminal, or does not report its size. */
export function textWidth(descriptor: number): number {
  return terminalWidth(descriptor) ?? WITHOUT_TERMINAL;
}

/** Columns of the terminal; without one, no limit: each line says one thing, and is found whole in a log. */
export function lineWidth(descriptor: number): number {
  return terminalWidth(descriptor) ?? Number.POSITIVE_INFINITY;
}

/** Null if there is no terminal. */
export function terminalWidth(descriptor: number): number | null {
  if (!isatty(descriptor)) return null;
  // A separate stream, because other code shares that of the process. It is not closed: that would close the descriptor.
  const { columns } = new WriteStream(descriptor);
  return Number.isSafeInteger(columns) && columns > 0 ? columns : null;
}
