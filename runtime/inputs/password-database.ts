/** What the password database says about the user of this process. No variable can change it. */
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';

export interface DatabaseEntry {
  readonly name: string | null;
  readonly home: string | null;
}

const PASSWD = '/etc/passwd';

/** The user's home; null if there is no entry, or no absolute path in it. */
export function databaseHome(): string | null {
  const entry = entryInPasswd(PASSWD, process.getuid?.());
  const home = entry === null ? homeOfSystem() : entry.home;
  return home !== null && isAbsolute(home) ? home : null;
}

/** The user's name; null if it is not in the file. Users of a directory service are not. */
export function databaseName(): string | null {
  return entryInPasswd(PASSWD, process.getuid?.())?.name ?? null;
}

/** Lines are `name:password:user:group:comment:home:shell`. Null if there is no such file or user ID. */
export function entryInPasswd(path: string, user: number | undefined): DatabaseEntry | null {
  if (user === undefined) return null;
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    const entry = lines.map((line) => line.split(':')).find((fields) => fields[2] === String(user));
    return entry === undefined ? null : { name: entry[0] || null, home: entry[5] || null };
  } catch {
    return null;
  }
}

/** A compiled Bun program asks the system only if `HOME` is empty; otherwise it returns that variable. */
function homeOfSystem(): string | null {
  if (process.versions['bun'] !== undefined && process.env['HOME']) return null;
  try {
    const os = process.getBuiltinModule('node:os');
    return process.versions['bun'] === undefined ? os.userInfo().homedir : os.homedir();
  } catch {
    return null;
  }
}
