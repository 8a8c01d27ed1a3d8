/** Temporary files next to the files they will replace. Their names identify the writer, so that those of a killed writer can be removed. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { abandonedAfterMs, newToken, ownProcess, stateOf } from './lock-owner.js';
import { namesIn } from './names-in.js';
import { removeQuietly } from './remove-quietly.js';
import { TEMPORARY_PREFIX } from '#schemas/addresses/path-segment.js';

/** A unique name in the folder. */
export function newTemporary(folder: string): string {
  const { pid, start, place } = ownProcess();
  return join(folder, `${TEMPORARY_PREFIX}${pid}-${start}-${digestOf(place)}-${newToken()}`);
}

/** Removes the temporary files whose writers have ended. If a writer cannot be looked up, its file is removed once it is old. */
export function removeAbandoned(folder: string): void {
  for (const name of namesIn(folder)) if (isAbandoned(folder, name)) removeQuietly(join(folder, name));
}

function isAbandoned(folder: string, name: string): boolean {
  const found = PATTERN.exec(name);
  if (found === null) return false;
  const [, pid = '', start = '', digest = ''] = found;
  const { place } = ownProcess();
  const writer = { pid: Number(pid), start, place: digest === digestOf(place) ? place : ELSEWHERE };
  const state = stateOf(writer);
  return state === 'gone' || (state === 'unknown' && ageMs(join(folder, name)) > abandonedAfterMs);
}

const PATTERN = new RegExp(`^\\${TEMPORARY_PREFIX}(\\d{1,10})-(\\d{0,20})-([0-9a-f]{16})-[0-9a-z]{1,40}$`, 'u');
/** A place that is none. */
const ELSEWHERE = '';

function ageMs(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

/** A place is too long for a name. */
function digestOf(place: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(place).digest('hex').slice(0, 16);
}
