/** What `run --clean-env` keeps of the caller's environment. */
import { type Entries, nameOf } from '../inputs/environment.js';

/** Where programs, the user, the terminal and temporary files are, and the language. */
const KEPT: ReadonlySet<string> = new Set(['PATH', 'HOME', 'USER', 'SHELL', 'TERM', 'TMPDIR', 'LANG', 'LANGUAGE']);
const LOCALE = 'LC_';

/** The entries of these variables as they are, UTF-8 or not, and none that is not a variable. */
export function cleanEnvironment(entries: Entries): Entries {
  return entries.filter((entry) => {
    const name = nameOf(entry);
    return name !== null && (KEPT.has(name) || name.startsWith(LOCALE));
  });
}
