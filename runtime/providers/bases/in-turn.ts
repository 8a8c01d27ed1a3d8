/** Changes by a vendor's program that does not lock what it changes. */
import type { Files } from '../../files/files.js';
import type { Call } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';

/** A file or folder of another program, and its name in messages. */
interface LockedPath {
  readonly path: string;
  readonly name: string;
}

/** Runs `work` while no other process of this tool does so for the same path. If it cannot have its turn, `work` is not run. */
export async function inTurn<Done>(
  { path, name }: LockedPath,
  work: () => Promise<Done>,
  files: Files,
  { signal }: Call,
): Promise<Done | Failed> {
  let hasTurn = false;
  const inIt = () => {
    hasTurn = true;
    return work();
  };
  try {
    return await files.alone(path, inIt, signal);
  } catch (error) {
    if (hasTurn) throw error;
    const isGivenUp = signal.aborted && error === signal.reason;
    return isGivenUp ? failed('timeout', 'the call was given up') : failedFile(error, name);
  }
}
