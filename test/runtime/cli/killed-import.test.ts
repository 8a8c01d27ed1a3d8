/** A moving import whose process is killed between and within its phases: nothing is lost, and the same command completes it. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { TOOL_WORDS } from '../../helpers/tool-path.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const COUNT = 60;
const PATIENCE_MS = 120_000;
const names = Array.from({ length: COUNT }, (_, index) => `S${String(index).padStart(3, '0')}`);
const root = temporaryFolder();
let made = 0;

const textOf = (name: string) => `canary-of-${name}`;
const placeIn = (folder: string, store: string) => `${folder}/${store}/demo/default`;
const countIn = (place: string) => (existsSync(place) ? readdirSync(place).filter((name) => name in wanted).length : 0);
const wanted: Readonly<Record<string, true>> = Object.fromEntries(names.map((name) => [name, true]));

/** A project with all values in the folder `old`, which belong into the folder `new`. */
function project(): string {
  const folder = `${root}/p${made++}`;
  mkdirSync(placeIn(folder, 'old'), { recursive: true });
  for (const name of names) writeFileSync(`${placeIn(folder, 'old')}/${name}`, textOf(name));
  const head = ['[project]', 'name = "demo"', 'revision = "1.0"', '[defaults]', 'providers = ["file:./new"]'];
  const secrets = names.map((name) => `${name} = { description = "A value" }`);
  writeFileSync(`${folder}/manifest.toml`, [...head, '[profiles.default]', ...secrets, ''].join('\n'));
  return folder;
}

/** Runs the import; killed as soon as `isReached` says so. Gives the exit code, or null if it was killed. */
function importIn(folder: string, isReached: () => boolean): Promise<number | null> {
  const [program = '', ...words] = TOOL_WORDS;
  const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder };
  const child = spawn(program, [...words, 'import', 'file:./old', '--delete-source'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
  let isWatching = true;
  const watch = () => {
    if (!isWatching) return;
    if (isReached()) child.kill('SIGKILL');
    else setImmediate(watch);
  };
  watch();
  return new Promise((resolve) => {
    child.on('close', (code) => {
      isWatching = false;
      resolve(code);
    });
  });
}

/** Every value is in at least one of the two stores, complete. */
function expectKept(folder: string): void {
  for (const name of names) {
    const copies = ['old', 'new'].flatMap((store) => {
      const path = `${placeIn(folder, store)}/${name}`;
      return existsSync(path) ? [readFileSync(path, 'utf8')] : [];
    });
    expect(copies.length).toBeGreaterThan(0);
    expect(new Set(copies)).toEqual(new Set([textOf(name)]));
  }
}

test.each<[string, (written: number, left: number) => boolean]>([
  ['at once', () => true],
  ['after the first value was written', (written) => written > 0],
  ['while it writes', (written) => written > COUNT / 2],
  ['after the last value was written', (written) => written === COUNT],
  ['after the first value was deleted', (_, left) => left < COUNT],
  ['while it deletes', (_, left) => left < COUNT / 2],
])(
  'killed %s',
  async (_, isReached) => {
    const folder = project();
    const [source, target] = [placeIn(folder, 'old'), placeIn(folder, 'new')];
    await importIn(folder, () => isReached(countIn(target), countIn(source)));
    expectKept(folder);
    if (countIn(source) < COUNT) expect(countIn(target)).toBe(COUNT);
    expect(await importIn(folder, () => false)).toBe(0);
    expect([countIn(source), countIn(target)]).toEqual([0, COUNT]);
    expectKept(folder);
  },
  PATIENCE_MS,
);

test(
  'two imports at the same time move every value once, and neither loses one',
  async () => {
    const folder = project();
    await Promise.all([importIn(folder, () => false), importIn(folder, () => false)]);
    expectKept(folder);
    expect(await importIn(folder, () => false)).toBe(0);
    expect([countIn(placeIn(folder, 'old')), countIn(placeIn(folder, 'new'))]).toEqual([0, COUNT]);
  },
  PATIENCE_MS,
);
