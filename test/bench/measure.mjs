/** Time and memory of whole processes, from spawn to exit. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { environmentFor, forget } from './worlds.mjs';

const NANOSECONDS_PER_MS = 1e6;
const KILOBYTES_PER_MB = 1024;
const GNU_TIME = '/usr/bin/time';

/**
 * Runs every contender once a round, in an order that changes from round to round, so that a busy moment of the machine hits
 * all of them alike. Gives name → milliseconds of each round.
 */
export function race(contenders, rounds) {
  const times = new Map(contenders.map(({ name }) => [name, []]));
  for (const contender of contenders) runOnce(contender);
  for (let round = 0; round < rounds; round++) {
    for (const contender of rotated(contenders, round)) times.get(contender.name).push(runOnce(contender));
  }
  return times;
}

/** Peak resident memory of one run in MB; null where GNU time is missing. */
export function peakMemory({ command, world, state }) {
  if (!existsSync(GNU_TIME)) return null;
  forget(world, state, command);
  const { stderr, status } = spawnSync(GNU_TIME, ['-f', '%M', ...command], {
    ...placeOf(world, state),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  return status === 0 ? Number(stderr.trim().split('\n').at(-1)) / KILOBYTES_PER_MB : null;
}

/** Null where the contender does its work; else what it said instead. */
export function trial({ command, world, state, input }) {
  forget(world, state, command);
  const { status, stderr, error } = spawnSync(command[0], command.slice(1), {
    ...placeOf(world, state),
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return status === 0 ? null : (error?.message ?? (stderr.trim().split('\n')[0] || `status ${status}`));
}

/** Milliseconds of one run. A contender that fails has no time worth comparing. */
export function runOnce(contender) {
  const { name, command, world, state, input } = contender;
  forget(world, state, command);
  const stdio = input === undefined ? 'ignore' : ['pipe', 'ignore', 'ignore'];
  const options = { ...placeOf(world, state), input, stdio };
  const before = process.hrtime.bigint();
  const { status } = spawnSync(command[0], command.slice(1), options);
  const taken = Number(process.hrtime.bigint() - before) / NANOSECONDS_PER_MS;
  if (status !== 0) {
    const complaint = trial(contender);
    throw new Error(
      `${name} ended with ${status}; a second run ${complaint === null ? 'succeeded' : `failed: ${complaint}`}`,
    );
  }
  return taken;
}

function placeOf(world, state) {
  return { cwd: world.folder, env: environmentFor(world, state) };
}

function rotated(list, by) {
  const start = by % list.length;
  const order = [...list.slice(start), ...list.slice(0, start)];
  return by % 2 === 0 ? order : order.reverse();
}
