/** The user of the operating system that runs this process: the account of keyring entries. */
import { readFileSync } from 'node:fs';

/**
 * The name that goes with the user number. Read from `/etc/passwd` first: a compiled Bun program only knows the variable
 * `USER`, and both runtimes must mean one account. Users that a directory service knows are asked of the system.
 */
export function currentUser(): string {
  return nameInPasswd('/etc/passwd', process.getuid?.()) ?? nameOfSystem();
}

/** `name:password:number:…` a line; null where there is no such file or number. */
export function nameInPasswd(path: string, user: number | undefined): string | null {
  if (user === undefined) return null;
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    const entry = lines.map((line) => line.split(':')).find((fields) => fields[2] === String(user));
    return entry?.[0] || null;
  } catch {
    return null;
  }
}

/** A user without an entry anywhere has the name of the environment. */
function nameOfSystem(): string {
  try {
    return process.getBuiltinModule('node:os').userInfo().username;
  } catch {
    return process.env['USER'] ?? '';
  }
}
