/** Which files next to a `.env` file are examples of it, and which are those of profiles. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { dotenvSource, profileFiles } from '#runtime/session/operations/dotenv-files.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;

function folderWith(...names: readonly string[]): string {
  const folder = `${root}/p${made++}`;
  mkdirSync(folder);
  for (const name of names) writeFileSync(`${folder}/${name}`, '');
  return folder;
}

test.each(['.env.example', '.env.sample', '.env.template', '.env.dist'])('%s alone gives names', (example) => {
  const source = { from: `dotenv://${example}`, store: 'dotenv://.env', example };
  expect(dotenvSource(folderWith(example), null)).toEqual(source);
});

test('beside a .env file it gives none', () => {
  const plain = { from: 'dotenv://.env', store: 'dotenv://.env', example: null };
  expect(dotenvSource(folderWith('.env', '.env.example'), null)).toEqual(plain);
  expect(dotenvSource(folderWith(), null)).toEqual(plain);
});

test.each([
  ['dotenv://.env.example', 'dotenv://.env', '.env.example'],
  ['dotenv:config/.env.sample', 'dotenv:config/.env', 'config/.env.sample'],
  ['dotenv:///srv/app/example.env', 'dotenv:///srv/app/.env', '/srv/app/example.env'],
  ['dotenv:.env.production.example', 'dotenv:.env', '.env.production.example'],
  ['dotenv:.env.staging', 'dotenv:.env.staging', null],
  ['env', 'env', null],
  ['my-alias', 'my-alias', null],
])('%s is never the store if it is an example', (from, store, example) => {
  expect(dotenvSource(folderWith(), from)).toEqual({ from, store, example });
});

test('profiles are those of files that are named like one', () => {
  const others = [
    '.env',
    '.env.local',
    '.env.example',
    '.env.test.local',
    '.env.vault',
    '.env.keys',
    '.env.bak',
    '.env.1',
  ];
  const folder = folderWith('.env.test', '.env.production', '.environment', 'x.env.a', ...others);
  mkdirSync(`${folder}/.env.folder`);
  expect(profileFiles(folder)).toEqual([
    { profile: 'production', file: '.env.production', store: 'dotenv://.env.production' },
    { profile: 'test', file: '.env.test', store: 'dotenv://.env.test' },
  ]);
  expect(profileFiles(`${folder}/nowhere`)).toEqual([]);
});
