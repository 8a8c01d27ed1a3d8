/** Whether there is a process of this number, as far as this process can see. */
import { codeOf } from './system-reason.js';

export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process answers EPERM.
    return codeOf(error) !== 'ESRCH';
  }
}
