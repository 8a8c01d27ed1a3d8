/** The terminal on which a person can answer a program's question. */
import { realpathSync } from 'node:fs';

/** Where Linux says what our input is. Other systems have no such link. */
const OWN_INPUT = '/proc/self/fd/0';

/**
 * The path of our input if it is a terminal, else null: a program must not wait for an answer that cannot come
 * (providers-local 8.5). Where the system does not tell the path, it is the one that the user exports (`GPG_TTY`).
 */
export function ownTerminal(
  exported: string | undefined,
  isTerminal = isInputTerminal(),
  link = OWN_INPUT,
): string | null {
  if (!isTerminal) return null;
  try {
    return realpathSync(link);
  } catch {
    // A shell whose input was no terminal exports `not a tty`.
    return exported?.startsWith('/') ? exported : null;
  }
}

function isInputTerminal(): boolean {
  // Not `process.stdin`: to look at that opens it.
  return process.getBuiltinModule('node:tty').isatty(0);
}
