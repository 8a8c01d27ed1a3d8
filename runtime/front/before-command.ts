/** Whether the command is started here, which must be known before its start is recorded. */
import { isSurelyExecutable } from '../child/executable-image.js';
import { hasTerminal } from '../child/foreground.js';
import type { ChildStart } from '../child/start.js';
import { isWaitedForByShell } from '../child/waiting-shell.js';
import { host } from './host.js';

/** Every Linux takes 128 KiB of arguments and variables, whatever the limits are. Each has an address and an end. */
const MOST_BYTES = 131_072 - 4_096;
const OF_EACH = 9;

/** Signals of a terminal are told apart by a process that the full program starts (`child/group-witness.ts`). */
export function beforeCommand({ path, words, environment }: ChildStart): void {
  const bytes = [path, ...words, ...environment].reduce((sum, { length }) => sum + length + OF_EACH, 0);
  const isSure = bytes <= MOST_BYTES && isSurelyExecutable(path) && (isWaitedForByShell() || !hasTerminal());
  if (!isSure) host.handOver();
}
