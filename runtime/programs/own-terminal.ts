/** The terminal on which a person can answer a program's question. */
import { realpathSync } from 'node:fs';

/** Its path, if it is our input; else null: a program must not wait for an answer that cannot come (providers-local 8.5). */
export function ownTerminal(): string | null {
  try {
    // Not `process.stdin`: to look at that opens it.
    const { isatty } = process.getBuiltinModule('node:tty');
    return isatty(0) ? realpathSync('/proc/self/fd/0') : null;
  } catch {
    return null;
  }
}
