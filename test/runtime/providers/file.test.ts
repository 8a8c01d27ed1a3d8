import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
const ports = portsIn(folder);
const put = (path: string, content: string) => {
  mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
  writeFileSync(`${folder}/${path}`, content);
};
const read = async (spec: string, ...at: readonly At[]) =>
  (await (await openStore(spec, ports)).read(at, CALL)).map(inShort);
const write = async (at: At, bytes: Uint8Array) => {
  const store = await openStore('file:./s', ports);
  return (await store.write?.([{ at, value: SecretValue.fromBytes(bytes) }], CALL))?.[0]?.kind;
};

test.each([
  ['file:./s', 's', 'HERE/s'],
  ['file:s', 's', 'HERE/s'],
  ['file://../up/s', '../up/s', 'HERE/../up/s'],
  ['file:~/s', 'home/s', 'HERE/home/s'],
  [`file:${folder}/abs`, 'abs', 'HERE/abs'],
  ['file:.', '.', 'HERE/.'],
])('%s is the folder %s', async (spec, root, shown) => {
  const here = portsIn(`${folder}/in`);
  put(`in/${root}/demo/default/KEY`.replace('in/abs', 'abs'), `in ${root}\n`);
  const store = await openStore(spec, here);
  expect(inShort((await store.read([convention('KEY')], CALL))[0])).toBe(`found in ${root}\n`);
  expect(store.shown).toBe(`file://${shown.replace('HERE/abs', `${folder}/abs`).replace('HERE', `${folder}/in`)}`);
});

test('every byte goes in and comes out; file and folders are private and nothing else is left', async () => {
  const bytes = Buffer.from([0x20, 0, 0xff, 0x0d, 0x0a]);
  expect(await write(convention('BYTES'), bytes)).toBe('written');
  expect(readFileSync(`${folder}/s/demo/default/BYTES`)).toEqual(bytes);
  const modes = ['s', 's/demo', 's/demo/default', 's/demo/default/BYTES'].map(
    (name) => statSync(`${folder}/${name}`).mode & 0o777,
  );
  expect([modes, readdirSync(`${folder}/s/demo/default`)]).toEqual([[0o700, 0o700, 0o700, 0o600], ['BYTES']]);
  expect(await read('file:./s', convention('BYTES'))).toEqual([`found ${bytes.toString('latin1')}`]);
});

test('each request has its own answer: found, absent or failed', async () => {
  put('r/demo/default/GOOD', 'x');
  put('r/deep/er', 'y');
  mkdirSync(`${folder}/r/demo/default/FOLDER`);
  symlinkSync('GOOD', `${folder}/r/demo/default/LINK`);
  const at = [convention('GOOD'), convention('GONE'), native('deep/er'), convention('FOLDER'), convention('LINK')];
  expect(await read('file:r', ...at)).toEqual(['found x', 'absent', 'found y', 'failed failed', 'failed denied']);
  expect(await read('file:nowhere', convention('GOOD'))).toEqual(['absent']);
});

test.each([
  native('../outside'),
  native('/etc/passwd'),
  native('a//b'),
  native('a/./b'),
  native('a\\b'),
  native(''),
  { kind: 'convention', project: '../up', profile: 'default', key: 'KEY' } as At,
  { kind: 'convention', project: '', profile: 'default', key: 'KEY' } as At,
  convention('..'),
])('%j leads nowhere', async (at) => {
  put('outside', 'canary');
  expect(await read('file:./s', at)).toEqual(['failed unsupported']);
  expect(await write(at, Buffer.from('x'))).toBe('failed');
  expect(await says(await openStore('file:./s', ports)).refusesWrite(at)).toMatch(/./);
});

test('removing is told apart from nothing to remove', async () => {
  put('d/demo/default/KEY', 'x');
  const store = await openStore('file:d', ports);
  const remove = async () => (await store.remove?.([convention('KEY')], CALL))?.[0]?.kind;
  expect([await remove(), await remove(), existsSync(`${folder}/d/demo/default`)]).toEqual(['removed', 'absent', true]);
});

test('asking where a value would go makes no folder', async () => {
  const store = await openStore('file:untouched', ports);
  const at = convention('KEY');
  expect([
    await says(store).target(at),
    await says(store).refusesWrite(at),
    await says(store).refusesRemove(at),
  ]).toEqual(['untouched/demo/default/KEY', null, null]);
  await store.identity(at);
  expect(existsSync(`${folder}/untouched`)).toBe(false);
});

test('an entry named by convention and by item is the same one', async () => {
  const store = await openStore('file:./s', ports);
  const other = await openStore('file:s', ports);
  expect(await store.identity(convention('A'))).toBe(await other.identity(native('demo/default/A')));
  expect(await store.identity(null)).toBe(await other.identity(null));
  expect(await store.identity(convention('A'))).not.toBe(await store.identity(convention('B')));
});

test('an absent entry is told by folder and path', async () => {
  const store = await openStore('file:./absent', ports);
  expect(await says(store).absence(convention('KEY'))).toBe('absent: no file demo/default/KEY');
  expect(await says(store).absence(native('a/b'))).toBe('absent: no file a/b');
});

test('lists by names: those of the project and profile by key, others with their path, hidden ones not at all', async () => {
  for (const path of ['demo/default/KEY', 'demo/other/KEY', 'SHARED', '.hidden', '.git/config', 'demo/default/.swp'])
    put(`listed/${path}`, 'canary');
  symlinkSync('SHARED', `${folder}/listed/LINK`);
  expect(await (await openStore('file:./listed', ports)).list?.(CALL)).toEqual({
    kind: 'listed',
    entries: [
      { name: 'SHARED', at: { item: 'SHARED' } },
      { name: 'KEY', at: null, native: { item: 'demo/default/KEY' } },
      { name: 'demo/other/KEY', at: { item: 'demo/other/KEY' } },
    ],
  });
  expect(await (await openStore('file:./nowhere', ports)).list?.(CALL)).toEqual({ kind: 'listed', entries: [] });
});
