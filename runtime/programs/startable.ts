/**
 * What the system is given to start a program apart from this one: with no terminal that it could ask on, and so that it can be ended with
 * all that it started.
 */
import { windowsProgram } from '../files/windows-folder.js';
import { batchCommand, isBatchFile } from './batch-file.js';

export interface Startable {
  readonly path: string;
  readonly words: readonly string[];
  readonly options: Readonly<Record<'detached' | 'windowsHide' | 'windowsVerbatimArguments', boolean>>;
}

/** A session and a process group of its own. */
const OF_POSIX = { detached: true, windowsHide: false, windowsVerbatimArguments: false };
/** A console of its own that nobody sees, and the job of this process, with which the system ends it whatever happens to this process. */
const OF_WINDOWS = { detached: false, windowsHide: true, windowsVerbatimArguments: false };

/** Null where a batch file would be given a line end or a NUL, after which it would read a command. */
export function startable(path: string, words: readonly string[], platform = process.platform): Startable | null {
  if (platform !== 'win32') return { path, words, options: OF_POSIX };
  if (!isBatchFile(path)) return { path, words, options: OF_WINDOWS };
  const started = batchCommand(windowsProgram('cmd.exe'), path, words);
  if (started === null) return null;
  return { path: started.command, words: started.args, options: { ...OF_WINDOWS, windowsVerbatimArguments: true } };
}
