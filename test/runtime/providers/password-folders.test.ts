/** pass and gopass in one folder: one identity for each entry, however its folder is reached. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { type FakeRun, fakePrograms } from '../../helpers/fake-programs.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { convention, native, openStore, portsIn } from './open-store.js';

const folder = temporaryFolder();
let made = 0;

/** A home with these entries, and a gopass whose configuration prints these lines. */
function world(settings: (base: string) => readonly string[], files: readonly string[] = []) {
  const base = `${folder}/${made++}`;
  for (const file of files) {
    mkdirSync(dirname(`${base}/${file}`), { recursive: true });
    writeFileSync(`${base}/${file}`, '');
  }
  const printed = [...settings(base), ''].join('\n');
  const programs = fakePrograms({ gopass: ({ words }: FakeRun) => (words[0] === 'config' ? { stdout: printed } : {}) });
  const identity = async (spec: string, item: string | null, environment: Readonly<Record<string, string>> = {}) => {
    const store = await openStore(spec, { ...portsIn(base, environment), programs });
    return store.identity(item === null ? null : native(item));
  };
  return { base, programs, identity };
}
const ROOT = (base: string) => ['core.autopush = true', `mounts.path = ${base}/root`];

test.each([[['root/a/x.gpg']], [[]]])('an entry of both is one; another is another: %j', async (files) => {
  const { identity, base } = world(ROOT, files);
  const one = await identity('gopass', 'a/x');
  expect(await identity('pass://?store_dir=./root', 'a/x')).toBe(one);
  expect(await identity('pass://?store_dir=./root/a', 'x')).toBe(one);
  expect(await identity('pass', 'a/x', { PASSWORD_STORE_DIR: `${base}/root` })).toBe(one);
  expect(await identity('gopass', 'x')).not.toBe(one);
  expect(await identity('pass://?store_dir=./other', 'a/x')).not.toBe(one);
});

test('stores with one pattern in one folder are one store, and patterns that meet there too', async () => {
  const { identity } = world(ROOT, ['root/.gpg-id']);
  const store = await identity('gopass', null);
  expect(await identity('pass://?store_dir=./root', null)).toBe(store);
  expect(await identity('gopass://other/{key}', null)).not.toBe(store);
  expect(await identity('gopass://a/{key}', null)).toBe(await identity('pass://{key}?store_dir=./root/a', null));
});

test('PASSWORD_STORE_DIR is the root of both, whatever the configuration names', async () => {
  const { identity, base } = world(ROOT, ['root/x.gpg', 'given/x.gpg']);
  const environment = { PASSWORD_STORE_DIR: `${base}/given` };
  const one = await identity('gopass', 'x', environment);
  expect(await identity('pass', 'x', environment)).toBe(one);
  expect(await identity('gopass', 'x')).not.toBe(one);
});

test('an entry is in the mount with the longest name', async () => {
  const { identity } = world(
    (base) => [
      ...ROOT(base),
      `mounts.team.path = ${base}/team`,
      `mounts.team/a b.c.path = ${base}/deep = er`,
      `mounts./slash.path = ${base}/slash`,
      `mounts.no/.path = ${base}/no`,
    ],
    ['team/x.gpg'],
  );
  const same: readonly (readonly [string, string, string])[] = [
    ['team/x', 'team', 'x'],
    ['team/new', 'team', 'new'],
    ['team/a b.c/x', 'deep%20=%20er', 'x'],
    ['team/a b/x', 'team', 'a b/x'],
    ['teams/x', 'root', 'teams/x'],
    ['slash/x', 'slash', 'x'],
    // gopass does not mount it.
    ['no/x', 'root', 'no/x'],
  ];
  for (const [name, at, rest] of same)
    expect([name, await identity('gopass', name)]).toEqual([name, await identity(`pass://?store_dir=./${at}`, rest)]);
});

test('folders that links lead to are one, also for entries that do not exist', async () => {
  const { identity, base } = world(
    (at) => [`mounts.path = ${at}/link`, `mounts.m.path = ${at}/link/in`],
    ['root/x.gpg'],
  );
  symlinkSync('root', `${base}/link`);
  for (const [name, item] of [
    ['x', 'x'],
    ['new/y', 'new/y'],
    ['m/z', 'in/z'],
  ] as const)
    expect(await identity('gopass', name)).toBe(await identity('pass://?store_dir=./root', item));
});

test.each([
  ['~/store', {}, 'home/store'],
  // As gopass 1.15 joins them.
  ['~/store', { GOPASS_HOMEDIR: '/own' }, '/ownstore'],
])('the root %s with %j is %s', async (root, environment, meant) => {
  const { identity, base } = world(() => [`mounts.path = ${root}`]);
  const at = meant.startsWith('/') ? meant : `${base}/${meant}`;
  expect(await identity('gopass', 'x', environment)).toBe(await identity(`pass://?store_dir=${at}`, 'x'));
});

test('the configuration is asked for once', async () => {
  const { programs, base } = world(ROOT);
  const store = await openStore('gopass', { ...portsIn(base), programs });
  await Promise.all([store.identity(null), store.identity(native('x')), store.identity(convention('KEY'))]);
  expect(programs.runs.map(({ words }) => words[0])).toEqual(['config']);
});

test('without the configuration no identity is guessed', async () => {
  const { identity } = world(() => ['core.autopush = true']);
  await expect(identity('gopass', 'x')).rejects.toMatchObject({ failure: { kind: 'malformed' } });
  const store = await openStore('gopass', { ...portsIn(folder), programs: fakePrograms({}) });
  await expect(store.identity(null)).rejects.toMatchObject({ failure: { kind: 'missing-program' } });
});
