/**
 * What a start costs besides time in the page cache: the first one, from the disk, the peak memory of a warm run, and the size of what is
 * installed. For the executable, the limits are those of the program that starts most warm runs (runtime/front/README.md).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { peakMemory, runOnce, trial } from './measure.mjs';
import { limitRow, medianOf } from './table.mjs';

const MOST_FIRST_MS = 20;
const MOST_MEMORY_MB = 6;
const BYTES_PER_MB = 1e6;

export function firstStartRows(world, builds, rounds) {
  return Object.entries(builds).flatMap(([build, tool]) => {
    const contender = { name: build, command: [...tool, 'run', '--', 'true'], world, state: 'warm' };
    if (trial(contender) !== null) return [];
    const files = filesOf(tool);
    const hasLimits = build === 'executable';
    return [
      limitRow(
        `${build}, first start from the disk`,
        firstStart(contender, files, rounds),
        'ms',
        hasLimits ? MOST_FIRST_MS : null,
      ),
      limitRow(`${build}, peak memory of a warm run`, peakMemory(contender), 'MB', hasLimits ? MOST_MEMORY_MB : null),
      limitRow(
        `${build}, installed`,
        files.reduce((sum, file) => sum + statSync(file).size, 0) / BYTES_PER_MB,
        'MB',
        null,
      ),
    ];
  });
}

/** The program, and what is read beside it; Node itself belongs to the machine. */
function filesOf(tool) {
  const program = tool.at(-1);
  if (tool.length === 1) return [program, `${program}-full`].filter(existsSync);
  const folder = dirname(program);
  const names = readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  return names.filter((file) => statSync(file).isFile());
}

/** Null where the system cannot be asked to forget a file, and for Node, which this process keeps there. */
function firstStart(contender, files, rounds) {
  if (contender.command[0] === process.execPath) return null;
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const forgot = files.map((file) => spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']));
    if (forgot.some(({ status }) => status !== 0)) return null;
    times.push(runOnce(contender));
  }
  return medianOf(times);
}
