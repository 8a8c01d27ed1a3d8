/** Whether a shell waits for this process: it makes 128+n of a signal, other parents do not (semantics 6.1). */
import { readFileSync } from 'node:fs';
import { proc } from '../files/proc.js';

const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'dash',
  'ash',
  'zsh',
  'ksh',
  'mksh',
  'fish',
  'busybox',
  'nu',
  'elvish',
  'xonsh',
]);

/**
 * Whether the parent process is a shell. A command that this process becomes, and that a signal ends, shows its parent the
 * signal instead of the exit code 128+n: only a shell reads both alike.
 */
export function isWaitedForByShell(): boolean {
  try {
    const name = readFileSync(proc(`${process.ppid}/comm`), 'latin1').trim();
    // A login shell has a dash in front of its name.
    return SHELLS.has(name.replace(/^-/, ''));
  } catch {
    return false;
  }
}
