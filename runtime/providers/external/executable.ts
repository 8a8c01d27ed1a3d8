/** Whether the executable of a claim may be started: who could have put it there, and whether the system would run it. */
import { realpathSync } from 'node:fs';
import { readOpened } from '../../files/read-opened.js';
import { codeOf, reasonOf } from '../../files/system-reason.js';
import { type Owners, type PathFault, untrusted } from './trusted-path.js';

const ANY_EXECUTE = 0o111;

/**
 * Its canonical path, or why it may not be started. Links are resolved once, and the file is judged as it is opened: what is started
 * afterwards is the canonical path, which nobody else can replace, whatever a link on the way leads to by then.
 */
export function judgedExecutable(path: string, owners: Owners): string | PathFault {
  const wrong = (problem: string, help: string): PathFault => ({ path, problem, help });
  try {
    const canonical = realpathSync.native(path);
    return readOpened(canonical, (status) => {
      if (!status.isFile()) return wrong('is not a regular file', 'name an executable file in the claim');
      const fault = untrusted(canonical, status, owners);
      if (fault !== null || owners === null) return fault ?? canonical;
      return (status.mode & ANY_EXECUTE) === 0
        ? wrong('is not executable', 'make it executable with `chmod +x`')
        : canonical;
    });
  } catch (error) {
    const code = codeOf(error);
    const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
    if (isAbsent) return wrong('does not exist', 'install the provider, or correct its claim');
    return wrong(`cannot be read: ${reasonOf(code)}`, 'correct its permissions');
  }
}
