/**
 * One prompt at a time among the processes of a pipeline, which share the terminal: two that read it would each get a part of what is
 * typed, and the one that ends first would show what is typed for the other. Processes of other jobs cannot read the terminal.
 */
import { join } from 'node:path';
import { underLock } from '../files/lock.js';
import { abandonedAfterMs } from '../files/lock-owner.js';
import { statOf } from '../files/process-stat.js';

/** A person may take any time. */
const LIMITS = { waitMs: Number.POSITIVE_INFINITY, abandonedAfterMs };

/** `folder` is private to this user; null if there is none, and then nothing is awaited. Null if the call is aborted first. */
export async function inTurnAmongProcesses<T>(
  folder: string | null,
  signal: AbortSignal,
  talk: () => Promise<T>,
): Promise<T | null> {
  const job = folder === null ? null : ownJob();
  if (folder === null || job === null) return talk();
  const target = join(folder, `prompt-${job}`);
  let isOurs = false;
  const work = () => {
    isOurs = true;
    return talk();
  };
  try {
    return await underLock(target, target, work, { limits: LIMITS, signal });
  } catch (error) {
    if (isOurs) throw error;
    // Where no lock can be created, prompting is still better than failing.
    return signal.aborted ? null : talk();
  }
}

/** Terminal and process group, which Linux tells; null without a terminal. */
function ownJob(): string | null {
  const stat = statOf('self');
  return stat === null || stat.terminal === '0' ? null : `${stat.terminal}-${stat.group}`;
}
