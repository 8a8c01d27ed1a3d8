/** What Linux shows of a process in one line, `/proc/PID/stat`. */
import { readFileSync } from 'node:fs';
import { proc } from './proc.js';

/** The fields as they are written. */
export interface ProcessStat {
  /** `R`, `S` …; `Z` for a process that has ended, until its parent has waited for it. */
  readonly state: string;
  readonly group: string;
  /** The number of its terminal; `0` without one. */
  readonly terminal: string;
  /** The group in the foreground of that terminal; `-1` without one. */
  readonly foregroundGroup: string;
  /** When it started, in ticks since boot. */
  readonly start: string;
}

/**
 * Null if the process does not exist, or the system does not show it. Say `self` for this process: in a `/proc` of another namespace its
 * number may belong to another one.
 */
export function statOf(pid: number | 'self'): ProcessStat | null {
  try {
    // Only the name may be something else than ASCII.
    return statIn(readFileSync(proc(`${pid}/stat`), 'latin1'));
  } catch {
    return null;
  }
}

/** From `pid (name) state ppid pgrp session tty_nr tpgid …`; the name may hold blanks and brackets. Null for any other text. */
export function statIn(text: string): ProcessStat | null {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', , group = '', , terminal = '', foregroundGroup = ''] = fields;
  const start = fields[19];
  return start === undefined ? null : { state, group, terminal, foregroundGroup, start };
}
