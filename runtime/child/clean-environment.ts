/** What `run --clean-env` keeps of the caller's environment. */
import { type Entries, nameOf } from '../inputs/environment.js';
import { identityOfVariable } from '../inputs/variable-name.js';

/** Where programs, the user, the terminal and temporary files are. */
const PLACES = ['PATH', 'HOME', 'USER', 'SHELL', 'TERM', 'TMPDIR'];
/** Those of POSIX and GNU: any other name that starts with `LC_` can hold anything. */
const CATEGORIES = ['ALL', 'COLLATE', 'CTYPE', 'MESSAGES', 'MONETARY', 'NUMERIC', 'TIME'];
const GNU_CATEGORIES = ['ADDRESS', 'IDENTIFICATION', 'MEASUREMENT', 'NAME', 'PAPER', 'TELEPHONE'];
const LOCALE = ['LANG', 'LANGUAGE', ...[...CATEGORIES, ...GNU_CATEGORIES].map((category) => `LC_${category}`)];

/** Without these, programs of Windows find neither their libraries nor the user. */
const ON_WINDOWS = [
  ...['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'OS', 'NUMBER_OF_PROCESSORS'],
  ...['PROCESSOR_ARCHITECTURE', 'USERNAME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramData', 'TEMP', 'TMP'],
].map((name) => name.toUpperCase());

const KEPT: ReadonlySet<string> = new Set([...PLACES, ...LOCALE, ...(process.platform === 'win32' ? ON_WINDOWS : [])]);

/** The entries of these variables as they are, UTF-8 or not, and none that is not a variable. */
export function cleanEnvironment(entries: Entries): Entries {
  return entries.filter((entry) => {
    const name = nameOf(entry);
    return name !== null && KEPT.has(identityOfVariable(name));
  });
}
