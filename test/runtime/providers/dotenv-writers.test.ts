import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { ownRecord } from '#runtime/files/lock-owner.js';
import { parseDotenv } from '#runtime/providers/dotenv/parse-dotenv.js';
import { atOnce } from '../../helpers/thoroughness.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const folder = temporaryFolder();
const PROGRAM = fileURLToPath(new URL('./set-one.js', import.meta.url));
const numbered = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);
const WRITERS = numbered(atOnce(50));
/** Who removes the lock of the dead is decided among the first of them. */
const FINDERS = numbered(atOnce(20));
const MINUTES = 180_000;

const start = async (file: string, index: number): Promise<ChildProcess> => {
  const given = [PROGRAM, file, `KEY_${index}`, `value # ${index}`];
  const child = spawn(process.execPath, given, { stdio: ['pipe', 'pipe', 'ignore'] });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child;
};
const release = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.stdin?.end('go\n');
  });

/** All writers are waiting before the first is let go, so that they really meet. */
const setAllAtOnce = async (file: string, writers: readonly number[]) => {
  const children = await Promise.all(writers.map((index) => start(file, index)));
  return Promise.all(children.map(release));
};
const valuesIn = (file: string) => {
  const found = parseDotenv(readFileSync(file, 'utf8'));
  if (found.kind === 'malformed') throw new Error(found.problem);
  return new Map(found.assignments.map(({ key, value }) => [key, value]));
};
const valuesOf = (writers: readonly number[]) =>
  new Map([['OLD', 'kept'], ...writers.map((index) => [`KEY_${index}`, `value # ${index}`] as const)]);

test(
  'many processes that each set another key lose nothing',
  async () => {
    const file = `${folder}/many.env`;
    writeFileSync(file, '# kept\nOLD=kept\n');
    expect(await setAllAtOnce(file, WRITERS)).toEqual(WRITERS.map(() => 0));
    expect(valuesIn(file)).toEqual(valuesOf(WRITERS));
    expect(readFileSync(file, 'utf8').startsWith('# kept\nOLD=kept\n')).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('many'))).toEqual(['many.env']);
  },
  MINUTES,
);

test(
  'neither do they when all find the lock of a process that died',
  async () => {
    const file = `${folder}/stale.env`;
    writeFileSync(file, 'OLD=kept\n');
    symlinkSync(ownRecord('dead').replace(/pid=\d+/, `pid=${spawnSync('true').pid}`), `${file}.tool-lock`);
    expect(await setAllAtOnce(file, FINDERS)).toEqual(FINDERS.map(() => 0));
    expect(valuesIn(file)).toEqual(valuesOf(FINDERS));
    expect(readdirSync(folder).filter((name) => name.startsWith('stale'))).toEqual(['stale.env']);
  },
  MINUTES,
);
