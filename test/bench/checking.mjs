/** How long the contacts of a `run` are compared with its plan, in a process that has not done it before. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { medianOf } from './table.mjs';

const PROGRAM = fileURLToPath(new URL('check-contacts.mjs', import.meta.url));
const PERCENT = 100;

/** As a share of the milliseconds of a run. */
export function checkingShare(count, runMs, rounds) {
  const times = Array.from({ length: rounds }, () =>
    Number(execFileSync(process.execPath, [PROGRAM, `${count}`], { encoding: 'utf8' })),
  );
  return (medianOf(times) / runMs) * PERCENT;
}
