import { spawn, spawnSync } from 'node:child_process';
import {
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { expect, test } from '@jest/globals';
import { FileFault } from '#runtime/files/files.js';
import { underLock } from '#runtime/files/lock.js';
import { refresher } from '#runtime/files/lock-file.js';
import { ownRecord } from '#runtime/files/lock-owner.js';
import { nodeFiles } from '#runtime/files/node-files.js';
import { updateFile } from '#runtime/files/update-file.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const LIMITS = { waitMs: 20, abandonedAfterMs: 60_000 };
const HAS_PROC = process.platform === 'linux';
const testOnLinux = HAS_PROC ? test : test.skip;

/** A record of this process with parts of it replaced. */
const record = (parts: Readonly<Record<string, string | number>>) =>
  Object.entries(parts).reduce(
    (text, [name, value]) => text.replace(new RegExp(`${name}=\\S*`), `${name}=${value}`),
    ownRecord('abandoned'),
  );
const deadPid = () => spawnSync('true').pid;
const hold = (name: string, text: string) => symlinkSync(text, `${folder}/${name}.tool-lock`);
const age = (name: string) => lutimesSync(`${folder}/${name}.tool-lock`, 1, 1);
const left = (name: string) => readdirSync(folder).filter((entry) => entry.startsWith(name));
const take = async (name: string) => {
  try {
    return await underLock(`${folder}/${name}`, name, () => 'taken', { limits: LIMITS });
  } catch (error) {
    if (error instanceof FileFault) return error.message;
    throw error;
  }
};

test('the lock lies beside the file while work goes on, and is gone afterwards', async () => {
  const seen = await underLock(`${folder}/plain`, 'plain', () => left('plain'));
  expect([seen, left('plain')]).toEqual([['plain.tool-lock'], []]);
});

test('work is done alone beside a file that is not there, and its failure is passed on', async () => {
  const files = nodeFiles();
  const { signal } = new AbortController();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} starts`);
    await new Promise((resolve) => setTimeout(resolve, 10));
    order.push(`${name} ends`);
    return name;
  };
  const path = `${folder}/new/alone`;
  const both = Promise.all([files.alone(path, work('one'), signal), files.alone(path, work('two'), signal)]);
  expect(await both).toEqual(['one', 'two']);
  expect(order[1]).toBe(order[0]?.replace('starts', 'ends'));
  await expect(files.alone(path, () => Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
  expect(readdirSync(`${folder}/new`)).toEqual([]);
});

test('a lock of somebody alive is waited for, and then named', async () => {
  hold('alive', ownRecord('other'));
  expect(await take('alive')).toBe(
    `cannot write alive: another process is writing it (process ${process.pid}); ` +
      'if none is, remove the lock file that ends in `.tool-lock` beside it',
  );
  expect(left('alive')).toEqual(['alive.tool-lock']);
});

test('a lock whose owner has ended is taken, and what it had begun is removed', async () => {
  hold('dead', record({ pid: deadPid() }));
  writeFileSync(`${folder}/dead.tool-abandoned`, 'half');
  expect([await take('dead'), left('dead')]).toEqual(['taken', []]);
});

testOnLinux('a lock whose number now belongs to another process is taken', async () => {
  hold('reused', record({ start: 1 }));
  expect(await take('reused')).toBe('taken');
});

testOnLinux('an owner that has ended and was never collected is no owner', async () => {
  // The child ends only once the shell, which would collect it, has become another program.
  const script = '(until grep -q sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 60';
  const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (data) => resolve(Number(data))));
    const start = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1] ?? '';
    while (!start().startsWith('Z')) await new Promise(setImmediate);
    hold('zombie', record({ pid, start: start().split(' ')[19] ?? '' }));
    expect(await take('zombie')).toBe('taken');
  } finally {
    parent.kill('SIGKILL');
  }
});

test('a lock from another machine or container is taken only when it is old', async () => {
  hold('foreign', record({ pid: deadPid(), place: 'elsewhere' }));
  expect(await take('foreign')).toMatch(/another process is writing it/);
  age('foreign');
  expect([await take('foreign'), left('foreign')]).toEqual(['taken', []]);
});

test('a lock that nobody can read, a file of any kind, is taken only when it is old', async () => {
  writeFileSync(`${folder}/odd.tool-lock`, '');
  expect(await take('odd')).toMatch(/^cannot write odd: another process is writing it; if none is/);
  age('odd');
  expect([await take('odd'), left('odd')]).toEqual(['taken', []]);
});

test('a lock that is a file, as where links are unknown, is judged by its record', async () => {
  writeFileSync(`${folder}/file.tool-lock`, record({ pid: deadPid() }));
  expect([await take('file'), left('file')]).toEqual(['taken', []]);
});

test('who dies while clearing away an abandoned lock stops nobody', async () => {
  const dead = record({ pid: deadPid() });
  hold('twice', dead);
  symlinkSync(dead, `${folder}/twice.tool-lock+`);
  symlinkSync(dead, `${folder}/twice.tool-lock++`);
  expect([await take('twice'), left('twice')]).toEqual(['taken', []]);
});

test('what somebody who died left while clearing away is removed though the lock is gone', async () => {
  const dead = record({ pid: deadPid() });
  symlinkSync(dead, `${folder}/guarded.tool-lock+`);
  symlinkSync(dead, `${folder}/guarded.tool-lock++++++`);
  expect([await take('guarded'), left('guarded')]).toEqual(['taken', []]);
});

test('what cannot be removed in the place of a guard is left, and stops no one', async () => {
  mkdirSync(`${folder}/odd.tool-lock+`);
  utimesSync(`${folder}/odd.tool-lock+`, 1, 1);
  expect([await take('odd'), left('odd')]).toEqual(['taken', ['odd.tool-lock+']]);
});

test('a lock is released if clearing away fails after it was taken', async () => {
  // The lock that guards this guard would have a name that is too long.
  const name = 'n'.repeat(255 - '.tool-lock+'.length);
  symlinkSync(record({ pid: deadPid() }), `${folder}/${name}.tool-lock+`);
  await expect(take(name)).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  expect(left(name)).toEqual([`${name}.tool-lock+`]);
});

test('a record cannot name a file elsewhere to be removed', async () => {
  writeFileSync(`${folder}/victim`, 'x');
  hold('evil', record({ pid: deadPid(), token: `/../victim` }));
  age('evil');
  expect([await take('evil'), left('victim')]).toEqual(['taken', ['victim']]);
});

test('who lost the lock to another replaces nothing and removes no lock', async () => {
  writeFileSync(`${folder}/lost`, 'old');
  const lock = `${folder}/lost.tool-lock`;
  let calls = 0;
  const late = updateFile(`${folder}/lost`, () => {
    calls += 1;
    if (calls === 1) writeFileSync(`${folder}/lost`, 'theirs');
    if (calls === 2) {
      unlinkSync(lock);
      symlinkSync(ownRecord('other'), lock);
    }
    return Buffer.from('ours');
  });
  await expect(late).rejects.toThrow(`cannot write ${folder}/lost: another process took over the lock`);
  expect([readFileSync(`${folder}/lost`, 'utf8'), left('lost')]).toEqual(['theirs', ['lost', 'lost.tool-lock']]);
});

const QUICK = { waitMs: 20, abandonedAfterMs: 40 };
const ageOf = (name: string) => Date.now() - lstatSync(`${folder}/${name}.tool-lock`).mtimeMs;
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate);
};

test('a lock that is held for long is made fresh again and again', async () => {
  const ages = await underLock(
    `${folder}/long`,
    'long',
    async () => {
      for (const _ of [1, 2, 3]) {
        age('long');
        await until(() => ageOf('long') < 1_000_000);
      }
      return left('long');
    },
    { limits: QUICK },
  );
  expect([ages, left('long')]).toEqual([['long.tool-lock'], []]);
});

test('a lock that is a file is made fresh too', async () => {
  const lock = `${folder}/long-file.tool-lock`;
  const work = async () => {
    const record = readlinkSync(lock);
    unlinkSync(lock);
    writeFileSync(lock, record);
    age('long-file');
    await until(() => ageOf('long-file') < 1_000_000);
  };
  await underLock(`${folder}/long-file`, 'long-file', work, { limits: QUICK });
  expect(left('long-file')).toEqual([]);
});

test('a lock is made fresh by the clock of the file system, which may be ahead of ours', () => {
  const inOneHour = Math.round(Date.now() / 1000) + 3600;
  hold('ahead', ownRecord('other'));
  lutimesSync(`${folder}/ahead.tool-lock`, inOneHour, inOneHour);
  const refresh = refresher(`${folder}/ahead.tool-lock`);
  age('ahead');
  refresh();
  expect(lstatSync(`${folder}/ahead.tool-lock`).mtimeMs).toBeGreaterThanOrEqual(inOneHour * 1000 - 1);
});

test('the lock of another is not made fresh, nor removed', async () => {
  const lock = `${folder}/theirs.tool-lock`;
  const work = async () => {
    unlinkSync(lock);
    symlinkSync(ownRecord('other'), lock);
    age('theirs');
    for (let turn = 0; turn < 5; turn++)
      await new Promise((resolve) => setTimeout(resolve, QUICK.abandonedAfterMs / 4));
  };
  await underLock(`${folder}/theirs`, 'theirs', work, { limits: QUICK });
  expect([ageOf('theirs') > 1_000_000, left('theirs')]).toEqual([true, ['theirs.tool-lock']]);
});

test('time in which this process could not look does not count against an owner', async () => {
  hold('stalled', ownRecord('other'));
  const waiting = take('stalled');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * LIMITS.waitMs);
  // Later than the next look, and earlier than the last one.
  setTimeout(() => unlinkSync(`${folder}/stalled.tool-lock`), 5);
  expect(await waiting).toBe('taken');
});

test('a lock that goes from one owner to the next is waited for longer than that of one owner', async () => {
  const lock = `${folder}/queue.tool-lock`;
  hold('queue', ownRecord('owner0'));
  const waiting = underLock(`${folder}/queue`, 'queue', () => 'taken', { limits: { ...LIMITS, waitMs: 3_000 } });
  for (let owner = 1; owner <= 12; owner++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    unlinkSync(lock);
    symlinkSync(ownRecord(`owner${owner}`), lock);
  }
  unlinkSync(lock);
  expect(await waiting).toBe('taken');
});
