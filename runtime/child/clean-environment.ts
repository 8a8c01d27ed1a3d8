/** What `run --clean-env` keeps of the caller's environment. */
import { type Entries, nameOf } from '../inputs/environment.js';

/** Where programs, the user, the terminal and temporary files are. */
const PLACES = ['PATH', 'HOME', 'USER', 'SHELL', 'TERM', 'TMPDIR'];
/** Those of POSIX and GNU: any other name that starts with `LC_` can hold anything. */
const CATEGORIES = ['ALL', 'COLLATE', 'CTYPE', 'MESSAGES', 'MONETARY', 'NUMERIC', 'TIME'];
const GNU_CATEGORIES = ['ADDRESS', 'IDENTIFICATION', 'MEASUREMENT', 'NAME', 'PAPER', 'TELEPHONE'];
const LOCALE = ['LANG', 'LANGUAGE', ...[...CATEGORIES, ...GNU_CATEGORIES].map((category) => `LC_${category}`)];

const KEPT: ReadonlySet<string> = new Set([...PLACES, ...LOCALE]);

/** The entries of these variables as they are, UTF-8 or not, and none that is not a variable. */
export function cleanEnvironment(entries: Entries): Entries {
  return entries.filter((entry) => {
    const name = nameOf(entry);
    return name !== null && KEPT.has(name);
  });
}
