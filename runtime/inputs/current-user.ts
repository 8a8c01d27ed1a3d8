/** The user of the operating system that runs this process: the account of keyring entries. */
import type { Variables } from './folders.js';
import { databaseName } from './password-database.js';

/**
 * The name of this user ID. Read from `/etc/passwd` first: a compiled Bun program only knows the variable
 * `USER`, and both runtimes must use the same account. For users of a directory service, the system's call is used.
 */
export function currentUser(variables: Variables): string {
  return databaseName() ?? nameOfSystem(variables);
}

/** For a user without an entry anywhere, the name in the environment of the call is used. */
function nameOfSystem(variables: Variables): string {
  try {
    return process.getBuiltinModule('node:os').userInfo().username;
  } catch {
    return variables['USER'] ?? '';
  }
}
