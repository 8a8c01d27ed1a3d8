/** Whether the executable of a claim may be started: who could have put it there, and whether the system would run it. */
import { realpathSync } from 'node:fs';
import { readOpened } from '../../files/read-opened.js';
import { codeOf, reasonOf } from '../../files/system-reason.js';
import { type Owners, type PathFault, untrusted } from './trusted-path.js';

const ANY_EXECUTE = 0o111;

/** Null: it may. Links are resolved; the file is judged as it is opened. */
export function executableFault(path: string, owners: Owners): PathFault | null {
  const wrong = (problem: string, help: string): PathFault => ({ path, problem, help });
  try {
    return readOpened(realpathSync.native(path), (status) => {
      if (!status.isFile()) return wrong('is not a regular file', 'name an executable file in the claim');
      const fault = untrusted(path, status, owners);
      if (fault !== null || owners === null) return fault;
      return (status.mode & ANY_EXECUTE) === 0
        ? wrong('is not executable', 'make it executable with `chmod +x`')
        : null;
    });
  } catch (error) {
    const code = codeOf(error);
    const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
    if (isAbsent) return wrong('does not exist', 'install the provider, or correct its claim');
    return wrong(`cannot be read: ${reasonOf(code)}`, 'correct its permissions');
  }
}
