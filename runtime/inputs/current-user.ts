/** The user of the operating system that runs this process: the account of keyring entries. */
import { databaseName } from './password-database.js';

/**
 * The name that goes with the user number. Read from `/etc/passwd` first: a compiled Bun program only knows the variable
 * `USER`, and both runtimes must mean one account. Users that a directory service knows are asked of the system.
 */
export function currentUser(): string {
  return databaseName() ?? nameOfSystem();
}

/** A user without an entry anywhere has the name of the environment. */
function nameOfSystem(): string {
  try {
    return process.getBuiltinModule('node:os').userInfo().username;
  } catch {
    return process.env['USER'] ?? '';
  }
}
