/**
 * What other users may do with a file of Windows, whose modes say nothing. What knows its access lists is loaded there when the tool
 * starts; elsewhere there is none.
 */
import type { Others } from './windows/access-list.js';

export interface AccessLists {
  /** `unknown`: the system does not tell. */
  others(path: string): Others | 'unknown';
  /** Whether only this user, the administrators and the system can read or change it; where the system does not tell, it is so in the profile. */
  isClosed(path: string): boolean;
  /** Makes a new file or folder so; false if that fails. */
  close(path: string, isFolder: boolean): boolean;
  /** Gives a new file the list of another one, or, where that fails, closes it: then it is true. */
  keep(from: string, to: string): boolean;
}

let lists: AccessLists | null = null;

/** Null elsewhere than on Windows. */
export function accessLists(): AccessLists | null {
  return lists;
}

/** Once, before files are used. */
export async function learnAccessLists(platform = process.platform): Promise<void> {
  if (platform === 'win32') lists ??= (await import('./windows/windows-lists.js')).windowsLists();
}
