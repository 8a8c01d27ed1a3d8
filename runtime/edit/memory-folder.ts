/** A folder in memory, where the system has one: what is in it is on no disk. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isPrivateFolder } from '../files/private-file.js';
import type { Variables } from '../inputs/folders.js';

/** `tmpfs` and `ramfs` of Linux. */
const IN_MEMORY: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/** The user's own one, else the one that all share. Null where there is none, as on macOS and Windows. */
export function memoryFolder(variables: Variables): string | null {
  if (process.platform !== 'linux') return null;
  const own = variables['XDG_RUNTIME_DIR'];
  const candidates = own !== undefined && isAbsolute(own) && isPrivateFolder(own) ? [own, SHARED] : [SHARED];
  return candidates.find(isInMemory) ?? null;
}

const SHARED = '/dev/shm';

function isInMemory(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return IN_MEMORY.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}
