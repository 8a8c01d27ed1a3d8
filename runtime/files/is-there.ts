/** Whether there is something at a path. */
import { statSync } from 'node:fs';
import { codeOf } from './system-reason.js';

/** What cannot be looked at counts as being there. */
export function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR';
  }
}
