import { spawn, spawnSync } from 'node:child_process';
import { lutimesSync, readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { FileFault } from '#runtime/files/files.js';
import { underLock } from '#runtime/files/lock.js';
import { ownRecord } from '#runtime/files/lock-owner.js';
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
    return await underLock(`${folder}/${name}`, name, () => 'taken', LIMITS);
  } catch (error) {
    if (error instanceof FileFault) return error.message;
    throw error;
  }
};

test('the lock lies beside the file while work goes on, and is gone afterwards', async () => {
  const seen = await underLock(`${folder}/plain`, 'plain', () => left('plain'));
  expect([seen, left('plain')]).toEqual([['plain.tool-lock'], []]);
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

test('a record cannot name a file elsewhere to be removed', async () => {
  writeFileSync(`${folder}/victim`, 'x');
  hold('evil', record({ pid: deadPid(), token: `/../victim` }));
  age('evil');
  expect([await take('evil'), left('victim')]).toEqual(['taken', ['victim']]);
});

test('who lost the lock to another replaces nothing and removes no lock', async () => {
  writeFileSync(`${folder}/lost`, 'theirs');
  const lock = `${folder}/lost.tool-lock`;
  let calls = 0;
  const late = updateFile(`${folder}/lost`, () => {
    calls += 1;
    if (calls === 2) {
      unlinkSync(lock);
      symlinkSync(ownRecord('other'), lock);
    }
    return Buffer.from('ours');
  });
  await expect(late).rejects.toThrow(`cannot write ${folder}/lost: another process took over the lock`);
  expect([readFileSync(`${folder}/lost`, 'utf8'), left('lost')]).toEqual(['theirs', ['lost', 'lost.tool-lock']]);
});
