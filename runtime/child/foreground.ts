/** Who has the terminal: what is typed there, and its signals, are for the group of processes in the foreground. */
import { statOf } from '../files/process-stat.js';

/** Whether this process is in the foreground group of its terminal. Where the system does not say, a terminal is taken as a yes. */
export function isInForeground(): boolean {
  const stat = statOf('self');
  if (stat !== null) return stat.group === stat.foregroundGroup;
  const { isatty } = process.getBuiltinModule('node:tty');
  return [0, 1, 2].some((descriptor) => isatty(descriptor));
}
