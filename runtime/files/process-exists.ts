/** Whether there is a process with this ID, as far as this process can see. */
import { codeOf } from './system-reason.js';

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is another user's process.
    return codeOf(error) !== 'ESRCH';
  }
}
