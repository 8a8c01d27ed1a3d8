/** Ends this process without a change to its terminal. */
import { closeSync, fstatSync } from 'node:fs';

const STANDARD_STREAMS = [0, 1, 2] as const;

/**
 * Call it right before the process exits, when nothing is read or written any more. A runtime puts the modes of its terminal
 * back to what they were when it started, at the end of each process. They are not ours: the command may have changed them on
 * purpose (`stty`), and another process of a pipeline may be hiding what is typed, now or when this one started. The
 * runtime leaves alone what is closed. Pipes and files stay open: of them it puts back whether they block.
 */
export function leaveTerminal(): void {
  for (const descriptor of STANDARD_STREAMS) if (isCharacterDevice(descriptor)) closeSync(descriptor);
}

/** On Windows a stream may be missing. */
function isCharacterDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}
