/** Who has the terminal: what is typed there, and its signals, are for the group of processes in the foreground. */
import { readFileSync } from 'node:fs';

/** Whether this process is in the foreground group of its terminal. Where the system does not say, a terminal is taken as a yes. */
export function isInForeground(): boolean {
  try {
    return isForeground(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    const { isatty } = process.getBuiltinModule('node:tty');
    return [0, 1, 2].some((descriptor) => isatty(descriptor));
  }
}

/** From `/proc/PID/stat`: `pid (name) state ppid pgrp session tty_nr tpgid …`; the name may hold blanks and brackets. */
export function isForeground(stat: string): boolean {
  const [, , group, , , foregroundGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group !== undefined && group === foregroundGroup;
}
