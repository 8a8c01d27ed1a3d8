/** What a killed writer leaves beside the files of a store. */
import { linkSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';
import { filesBeneath } from '#runtime/files/beneath.js';
import { newTemporary, removeAbandoned } from '#runtime/files/temporaries.js';
import { writeProduct } from '#runtime/files/write-product.js';
import { deadTemporary } from './dead-temporary.js';
import { temporaryFolder } from './temporary-folder.js';

const root = temporaryFolder();
const bytes = Buffer.from('canary-value');
const noStream = () => Promise.reject(new Error('there is none'));
const place = (name: string, ...files: readonly string[]) => {
  mkdirSync(`${root}/${name}`);
  for (const file of files) writeFileSync(`${root}/${name}/${file}`, 'canary-left');
  return `${root}/${name}`;
};
const ours = basename(newTemporary(root));
const dead = deadTemporary();
const elsewhere = dead.replace(/-[0-9a-f]{16}-/u, '-0123456789abcdef-');

test('what a dead writer left is removed, what a living one writes stays', () => {
  const folder = place('looked-at', dead, ours, 'KEY', '.tool-write-notes');
  removeAbandoned(folder);
  expect(readdirSync(folder).sort()).toEqual([ours, '.tool-write-notes', 'KEY'].sort());
});

test('what another machine writes is removed when it is old', () => {
  const folder = place('shared', elsewhere);
  removeAbandoned(folder);
  expect(readdirSync(folder)).toEqual([elsewhere]);
  utimesSync(`${folder}/${elsewhere}`, 1, 1);
  removeAbandoned(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['replaces', (at: string) => filesBeneath(at, noStream).replace(['KEY'], bytes), ['KEY']],
  ['creates', (at: string) => filesBeneath(at, noStream).create(['KEY'], bytes), ['KEY', 'OLD']],
  ['would have created', (at: string) => filesBeneath(at, noStream).create(['OLD'], bytes), ['OLD']],
  ['removes', (at: string) => filesBeneath(at, noStream).remove(['OLD']), []],
])('the next that %s a file removes it', async (name, work, left) => {
  const folder = place(name, dead, 'OLD');
  if (name === 'replaces') await filesBeneath(folder, noStream).remove(['OLD']);
  writeFileSync(`${folder}/${dead}`, 'canary-left');
  await work(folder);
  expect(readdirSync(folder)).toEqual(left);
});

test('a second name of an entry is removed by the next that reads it', async () => {
  const folder = place('linked', dead, ours);
  linkSync(`${folder}/${dead}`, `${folder}/KEY`);
  expect(Buffer.from((await filesBeneath(folder, noStream).read(['KEY'])) ?? []).toString()).toBe('canary-left');
  expect(readdirSync(folder).sort()).toEqual([ours, 'KEY'].sort());
});

test('so does the next that writes a plan', () => {
  const folder = place('product', dead);
  expect([writeProduct(`${folder}/plan.json`, 'x'), readdirSync(folder)]).toEqual([null, ['plan.json']]);
});

test('no entry may be called like one', async () => {
  const folder = place('named', dead);
  const problem = 'names that start with `.tool-write-` are temporary files';
  await expect(filesBeneath(folder, noStream).read([dead])).rejects.toThrow(problem);
  await expect(filesBeneath(folder, noStream).replace([dead], bytes)).rejects.toThrow(problem);
});
