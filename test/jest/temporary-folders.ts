/**
 * Temporary folders of tests are made in memory where there is enough of it: on a disk each removal of a folder takes milliseconds, and
 * tests remove thousands. `TMPDIR` names another place.
 */
import { readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/** Once, before the first test file; the processes of Jest inherit it. */
export default function useMemory(): void {
  if (process.env['TMPDIR'] === undefined && isUsable()) process.env['TMPDIR'] = MEMORY;
}

function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES && runsPrograms();
  } catch {
    return false;
  }
}

/** Containers often forbid it. */
function runsPrograms(): boolean {
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY);
  return mount !== undefined && !mount.split(' ')[3]?.split(',').includes('noexec');
}
