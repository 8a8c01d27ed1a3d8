/**
 * What the guards of a run cost: the bounds of the plan, through which every contact passes, and the approval of a user who requires one.
 * Measured as processor time, each in a fresh process, by turns with a whole run: a busy machine changes it little.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limitRow, medianOf } from './table.mjs';
import { environmentFor } from './worlds.mjs';

const ONE_GUARD = fileURLToPath(new URL('one-guard.mjs', import.meta.url));
/** Of the processor time of a run, and in milliseconds. */
const MOST_OF_RUN_PERCENT = 2;
const MOST_TRUST_MS = 1;

/** `world`: that of 1,000 secrets. */
export function guardRows(world, tool, rounds) {
  const environment = environmentFor(world, 'warm');
  const run = () => processorTimeOf([...tool, 'run', '--', 'true'], world.folder, environment);
  execFileSync(tool[0], [...tool.slice(1), 'plan', '--output', 'plan.json'], { cwd: world.folder, env: environment });
  for (let warmUp = 0; warmUp < 2; warmUp++) run();
  const [runs, bounds, approvals] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    runs.push(run());
    bounds.push(guard('bounds', world.folder));
    approvals.push(guard('trust', world.folder));
  }
  const share = (100 * medianOf(bounds)) / medianOf(runs);
  return [
    tenths('bounds of 1,000 secrets, of a warm run', share, '%', MOST_OF_RUN_PERCENT),
    tenths('trust, an approval that is there', medianOf(approvals), 'ms', MOST_TRUST_MS),
  ];
}

function tenths(name, figure, unit, limit) {
  const [, , ...rest] = limitRow(name, figure, unit, limit);
  return [name, `${figure.toFixed(2)} ${unit}`, ...rest];
}

/** In milliseconds. */
function guard(what, folder) {
  return Number(execFileSync(process.execPath, [ONE_GUARD, what, folder], { encoding: 'utf8' })) / 1000;
}

/** Of a program and all that it starts, in milliseconds, as the shell counts it. */
function processorTimeOf(command, cwd, env) {
  const timed = ['-c', 'TIMEFORMAT=\'%3U %3S\'; time "$@" >/dev/null 2>&1', 'bash', ...command];
  const { stderr } = spawnSync('bash', timed, { cwd, env, encoding: 'utf8' });
  return stderr
    .trim()
    .split(' ')
    .reduce((sum, seconds) => sum + 1000 * Number(seconds), 0);
}
