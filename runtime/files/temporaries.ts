/** Temporary files next to the files they will replace. Their names identify the writer, so that those of a killed writer can be removed. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { TEMPORARY_PREFIX } from '#schemas/addresses/path-segment.js';
import { abandonedAfterMs } from './lock-owner.js';
import { namesIn } from './names-in.js';
import { removeQuietly } from './remove-quietly.js';
import { newWriterName, writerOf } from './writer-name.js';

/** A unique name in the folder. */
export function newTemporary(folder: string): string {
  return join(folder, newWriterName(TEMPORARY_PREFIX));
}

/** Removes the temporary files whose writers have ended. If a writer cannot be looked up, its file is removed once it is old. */
export function removeAbandoned(folder: string): void {
  for (const name of namesIn(folder)) if (isAbandoned(folder, name)) removeQuietly(join(folder, name));
}

function isAbandoned(folder: string, name: string): boolean {
  const state = writerOf(TEMPORARY_PREFIX, name);
  return state === 'gone' || (state === 'unknown' && ageMs(join(folder, name)) > abandonedAfterMs);
}

function ageMs(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}
