/** A cache folder of a test's own. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CacheFolder } from '#runtime/inputs/cache-folder.js';

export function cacheIn(folder: string): CacheFolder {
  const path = join(folder, 'cache');
  return {
    path,
    get missing() {
      return existsSync(path) ? [] : [path];
    },
  };
}
