/** Changes that take time: what happens around the file meanwhile. */
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { nodeFiles } from '#runtime/files/node-files.js';
import { atOnce } from '../../helpers/thoroughness.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const files = nodeFiles();
const PROGRAM = fileURLToPath(new URL('./append-slowly.js', import.meta.url));
const MINUTES = 180_000;
const textOf = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
const make = (name: string, text: string) => writeFileSync(`${folder}/${name}`, text);
const beside = (name: string) => readdirSync(folder).filter((entry) => entry.startsWith(name));
const soon = () => new Promise(setImmediate);

/** A change that adds to the text, and what is done while it is under way, in turn. */
const adding = (added: string, ...meanwhile: readonly (() => unknown)[]) => {
  const given: string[] = [];
  const change = async (current: Uint8Array | null) => {
    const text = Buffer.from(current ?? []).toString();
    const act = meanwhile[given.push(text) - 1];
    await soon();
    await act?.();
    return Buffer.from(text + added);
  };
  return { given, change };
};

test('a change is made once, before the lock, if no other process was faster', async () => {
  make('once', 'old');
  const { given, change } = adding('+new', () => expect(beside('once')).toEqual(['once']));
  await files.update(`${folder}/once`, change);
  expect([given, textOf('once'), beside('once')]).toEqual([['old'], 'old+new', ['once']]);
});

test('a change is made again under the lock if another process was faster', async () => {
  make('again', 'old');
  let held: readonly string[] = [];
  const { given, change } = adding(
    '+new',
    () => make('again', 'faster'),
    () => (held = beside('again')),
  );
  await files.update(`${folder}/again`, change);
  expect([given, held, textOf('again')]).toEqual([['old', 'faster'], ['again', 'again.tool-lock'], 'faster+new']);
  expect(beside('again')).toEqual(['again']);
});

test('a program that knows no lock and is faster under it loses nothing either', async () => {
  make('editor', 'old');
  const { given, change } = adding(
    '+new',
    () => make('editor', 'first'),
    () => make('editor', 'second'),
  );
  await files.update(`${folder}/editor`, change);
  expect([given, textOf('editor')]).toEqual([['old', 'first', 'second'], 'second+new']);
});

test('what such a program writes after the new content was prepared is not lost either', async () => {
  make('appended', 'old');
  const { signal } = new AbortController();
  const isPrepared = () => beside('appended').some((name) => /\.tool-(?!lock$)/.test(name));
  let appends = 0;
  // Asked last before the rename.
  signal.throwIfAborted = () => {
    if (isPrepared() && appends < 2) appendFileSync(`${folder}/appended`, `+foreign${++appends}`);
  };
  const { given, change } = adding('+new');
  await files.update(`${folder}/appended`, change, { signal });
  expect(given).toEqual(['old', 'old+foreign1', 'old+foreign1+foreign2']);
  expect([textOf('appended'), beside('appended')]).toEqual(['old+foreign1+foreign2+new', ['appended']]);
});

test('nor is a file that appears there', async () => {
  const { signal } = new AbortController();
  signal.throwIfAborted = () => {
    if (beside('appears').length === 2) make('appears', 'theirs');
  };
  const { given, change } = adding('+new');
  await files.update(`${folder}/appears`, change, { signal });
  expect([given, textOf('appears')]).toEqual([['', 'theirs'], 'theirs+new']);
});

test('an abort under the lock releases it at once, and what the change gives later is not written', async () => {
  make('aborted', 'old');
  const controller = new AbortController();
  const reason = new Error('enough');
  let finish = () => {};
  const { given, change } = adding(
    '+new',
    () => make('aborted', 'faster'),
    () => {
      controller.abort(reason);
      return new Promise<void>((resolve) => (finish = resolve));
    },
  );
  const update = files.update(`${folder}/aborted`, change, { signal: controller.signal });
  await expect(update).rejects.toBe(reason);
  expect(beside('aborted')).toEqual(['aborted']);
  finish();
  await soon();
  expect([given.length, textOf('aborted')]).toEqual([2, 'faster']);
});

test('an abort ends the waiting for the lock of another', async () => {
  make('awaited', 'old');
  const controller = new AbortController();
  const reason = new Error('enough');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const holder = adding(
    '+holder',
    () => make('awaited', 'faster'),
    () => {
      isHeld();
      return released;
    },
  );
  const holding = files.update(`${folder}/awaited`, holder.change);
  await held;
  const { change } = adding('+new', () => controller.abort(reason));
  await expect(files.update(`${folder}/awaited`, change, { signal: controller.signal })).rejects.toBe(reason);
  const late = files.update(`${folder}/awaited`, async () => Buffer.from('late'), { signal: AbortSignal.timeout(50) });
  await expect(late).rejects.toThrow(/timeout/);
  expect(beside('awaited')).toEqual(['awaited', 'awaited.tool-lock']);
  release();
  await holding;
  expect([textOf('awaited'), beside('awaited')]).toEqual(['faster+holder', ['awaited']]);
});

/** A process that adds its lines to the file, one slow change after the other, and says when each is under way. */
const start = (file: string, name: string, lines: number): ChildProcess =>
  spawn(process.execPath, [PROGRAM, `${folder}/${file}`, name, `${lines}`], { stdio: ['pipe', 'pipe', 'inherit'] });
const ready = (child: ChildProcess) => new Promise((resolve) => child.stdout?.once('data', resolve));
const ended = (child: ChildProcess) =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

test(
  'many processes with slow changes lose nothing',
  async () => {
    const writers = Array.from({ length: atOnce(50) }, (_, index) => `writer-${index}`);
    const children = writers.map((name) => start('many', name, 1));
    await Promise.all(children.map(ready));
    const ends = children.map(ended);
    for (const child of children) child.stdin?.end('go\n');
    expect(await Promise.all(ends)).toEqual(writers.map(() => 0));
    expect(textOf('many').trimEnd().split('\n').sort()).toEqual(writers.map((name) => `${name} 0`).sort());
    expect(beside('many')).toEqual(['many']);
  },
  MINUTES,
);

test(
  'processes killed at any moment leave whole changes, and a lock that the next one takes',
  async () => {
    const kept = () => (beside('killed').includes('killed') ? textOf('killed') : '');
    let length = 0;
    for (const moment of [0, 2, 4, 7, 11, 16, 25, 40]) {
      // Two, so that one of them is under the lock and the other waits for it.
      const children = ['one', 'two'].map((name) => start('killed', name, 1000));
      await Promise.all(children.map(ready));
      const ends = children.map(ended);
      const changing = children.map(ready);
      for (const child of children) child.stdin?.end('go\n');
      await Promise.all(changing);
      // On a busy machine none may have written anything before.
      while (moment === 40 && kept() === '') await soon();
      setTimeout(() => children.map((child) => child.kill('SIGKILL')), moment);
      expect(await Promise.all(ends)).toEqual(['SIGKILL', 'SIGKILL']);
      const seen = kept();
      expect(seen).toMatch(/^((one|two) \d+\n)*$/);
      expect(seen.length).toBeGreaterThanOrEqual(length);
      length = seen.length;
    }
    await files.update(`${folder}/killed`, (current) =>
      Buffer.concat([current ?? Buffer.alloc(0), Buffer.from('end\n')]),
    );
    expect([textOf('killed').endsWith('\nend\n'), beside('killed')]).toEqual([true, ['killed']]);
  },
  MINUTES,
);
