/** How much output `run --redact` lets through in a second: a command that writes a log in which values occur. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentFor, secretsOf } from './worlds.mjs';

const LOG = 'log.txt';
const LINES = 300_000;
/** Every so many lines a value occurs. */
const VALUE_EVERY = 200;
const TIMES = 16;
const BYTES_PER_MB = 1e6;
const MS_PER_SECOND = 1_000;

/** Megabytes per second, the best of `rounds`: what is slower was slowed by others. `baseMs` is what a run without output takes. */
export function throughputOf(tool, world, baseMs, rounds) {
  const bytes = writeLog(world);
  const all = Array.from({ length: TIMES }, () => LOG);
  const command = [...tool, 'run', '--redact', '--', 'cat', ...all];
  const quoted = command.map((word) => `'${word}'`).join(' ');
  const times = Array.from({ length: rounds }, () => {
    const before = performance.now();
    const { status, stderr } = spawnSync('sh', ['-c', `${quoted} | cat > /dev/null`], {
      cwd: world.folder,
      env: environmentFor(world, 'warm'),
      encoding: 'utf8',
    });
    if (status !== 0 || stderr !== '') throw new Error(`run --redact ended with ${status}: ${stderr}`);
    return performance.now() - before - baseMs;
  });
  return (bytes * TIMES) / BYTES_PER_MB / (Math.min(...times) / MS_PER_SECOND);
}

function writeLog(world) {
  const values = secretsOf(world.count);
  const lines = Array.from({ length: LINES }, (_, line) => {
    const value = line % VALUE_EVERY === 0 ? ` token=${values[(line / VALUE_EVERY) % values.length]}` : '';
    const id = (line * 2_654_435_761).toString(16).padStart(14, '0');
    return `2026-01-02T03:04:05.${line % 1_000}Z INFO [worker-${line % 8}] request=${id} status=200${value}\n`;
  });
  writeFileSync(join(world.folder, LOG), lines.join(''));
  return lines.join('').length;
}
