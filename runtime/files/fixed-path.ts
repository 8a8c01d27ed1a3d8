/** Paths that lead to the same place from every folder. */
import { isAbsolute } from 'node:path';

/** On Windows `\\x` is absolute to Node, and leads to another place from another drive. */
export const isFixedPath: (path: string) => boolean =
  process.platform === 'win32' ? (path) => /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/])/u.test(path) : isAbsolute;
