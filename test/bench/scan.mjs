/** How fast `tool scan` searches: one large log, and many small files. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atLeastRow } from './table.mjs';
import { environmentFor } from './worlds.mjs';

const LARGE_MB = 400;
const SMALL_FILES = 20_000;
const LEAST_MB = 300;
const LEAST_FILES = 10_000;
const BYTES_PER_MB = 1e6;
const MS_PER_SECOND = 1_000;

/** `executable`: only it has a target. The best of `rounds`: what is slower was slowed by others. */
export function scanRows(world, builds, executable, rounds) {
  const [large, small] = [writeLarge(world), writeSmall(world)];
  return Object.entries(builds).flatMap(([build, tool]) => {
    const bare = best(tool, world, 'manifest.toml', rounds);
    const row = (what, figure, unit, least) => {
      const name = `${build}, scan, ${world.count} values, ${what}`;
      return tool[0] === executable
        ? atLeastRow(name, figure, unit, least)
        : [name, `${figure.toFixed(0)} ${unit}`, '', '', ''];
    };
    const seconds = (path) => Math.max(1, best(tool, world, path, rounds) - bare) / MS_PER_SECOND;
    return [
      row('one file', large / BYTES_PER_MB / seconds('large'), 'MB/s', LEAST_MB),
      row('small files', small / seconds('small'), 'files/s', LEAST_FILES),
    ];
  });
}

function best(tool, world, path, rounds) {
  const [program, ...words] = [...tool, 'scan', path];
  const times = Array.from({ length: rounds }, () => {
    const before = performance.now();
    const { status, stderr } = spawnSync(program, words, {
      cwd: world.folder,
      env: environmentFor(world, 'warm'),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`scan ended with ${status}: ${stderr}`);
    return performance.now() - before;
  });
  return Math.min(...times);
}

function lineOf(line) {
  const id = (line * 2_654_435_761).toString(16).padStart(14, '0');
  return `2026-01-02T03:04:05.${line % 1_000}Z INFO [worker-${line % 8}] request=${id} "GET /a%20b?x=1&y=2" status=200\n`;
}

function writeLarge({ folder }) {
  const part = Array.from({ length: 80_000 }, (_, line) => lineOf(line)).join('');
  const text = part.repeat(Math.ceil((LARGE_MB * BYTES_PER_MB) / part.length));
  mkdirSync(join(folder, 'large'), { recursive: true });
  writeFileSync(join(folder, 'large', 'log'), text);
  return text.length;
}

function writeSmall({ folder }) {
  for (let index = 0; index < SMALL_FILES; index++) {
    const parent = join(folder, 'small', String(index % 100));
    if (index < 100) mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, `${index}.txt`), Array.from({ length: 20 }, (_, line) => lineOf(index + line)).join(''));
  }
  return SMALL_FILES;
}
