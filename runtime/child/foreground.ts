/** Who has the terminal: what is typed there, and its signals, are for the group of processes in the foreground. */
import { statOf } from '../files/process-stat.js';

/** Whether this process is in the foreground group of its terminal. Where the system does not say, a terminal is taken as a yes. */
export function isInForeground(): boolean {
  const stat = statOf('self');
  return stat === null ? isOnTerminal() : stat.group === stat.foregroundGroup;
}

/** Whether a terminal can send signals to this process, now or once a shell has put it into the foreground. */
export function hasTerminal(): boolean {
  const stat = statOf('self');
  return stat === null ? isOnTerminal() : stat.terminal !== '0';
}

function isOnTerminal(): boolean {
  const { isatty } = process.getBuiltinModule('node:tty');
  return [0, 1, 2].some((descriptor) => isatty(descriptor));
}
