/** How wide text for people may be. Asked where such text is printed, and never on the way of a child. */
import { isatty, WriteStream } from 'node:tty';

/** Where there is no terminal: what fits on a page and beside an editor. */
const WITHOUT_TERMINAL = 100;

/** Columns of the terminal behind this descriptor; a hundred where there is none, or where it does not say. */
export function textWidth(descriptor: number): number {
  return terminalWidth(descriptor) ?? WITHOUT_TERMINAL;
}

/** Null where there is no terminal. */
export function terminalWidth(descriptor: number): number | null {
  if (!isatty(descriptor)) return null;
  // A stream of its own and not that of the process, which other code would then share. It is left open: it holds the descriptor.
  const { columns } = new WriteStream(descriptor);
  return Number.isSafeInteger(columns) && columns > 0 ? columns : null;
}
