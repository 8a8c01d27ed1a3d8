/** Paths as people see them. */
import { expect, test } from '@jest/globals';
import { seenLocation, seenPath } from '#runtime/files/seen-path.js';
import { seenAddress, STORES_OF_FILES } from '#runtime/stores/seen-address.js';
import { providers } from '#schemas/providers/index.js';

const from = (workingFolder: string, baseFolder = '/w/app') => ({ workingFolder, baseFolder });

test.each([
  ['/w/app/.env', '/w/app', '.env'],
  ['/w/app/config/.env', '/w/app', 'config/.env'],
  ['/w/app/.env', '/w/app/web/pages', '../../.env'],
  ['/w/app/../shared/.env', '/w/app', '../shared/.env'],
  ['/w/app/../shared/.env', '/w/app/web', '../../shared/.env'],
  ['/w/app/secrets', '/w/app/secrets', '.'],
  ['/w/app/.env', '/w', 'app/.env'],
  ['/w/app/..env', '/w/app', '..env'],
])('%s from %s is %s', (path, workingFolder, seen) => {
  expect(seenPath(path, from(workingFolder))).toBe(seen);
});

test.each([
  ['elsewhere, however short', '/w/other/.env', '/w/app'],
  ['in the project, but longer from there', '/w/app/.env', '/home/ann/projects/of/hers'],
  ['with a name that only starts like a folder', '/w/app2/.env', '/w/app'],
  ['after a folder that may be a symbolic link', '/w/app/link/../.env', '/w/app'],
  ['above a manifest that may be reached by one', '/w/app/../.env', '/w'],
  ['relative', '.env', '/w/app'],
])('a path %s stays', (_, path, workingFolder) => {
  expect(seenPath(path, from(workingFolder))).toBe(path);
});

test('what the author wrote stays where it is true, and where it says itself where it starts', () => {
  expect(['./.env', '~/.env', '/etc/x.env'].map((path) => seenLocation(path, from('/w/app')))).toEqual([
    './.env',
    '~/.env',
    '/etc/x.env',
  ]);
  expect(seenLocation('~/.env', from('/home/ann'))).toBe('~/.env');
  expect(seenLocation('.env', from('/w/app/web'))).toBe('../.env');
});

test.each([
  ['dotenv:/w/app/.env', 'dotenv:../.env'],
  ['dotenv://config/.env', 'dotenv:../config/.env'],
  ['file:///w/app/a%20b', 'file://../a%20b'],
  ['age:team.age?recipients-file=team.txt', 'age:../team.age'],
  ['dotenv', 'dotenv'],
  ['vault://host/w/app/x', 'vault://host/w/app/x'],
  ['', ''],
])('the address %s is %s from a folder below', (address, seen) => {
  expect(seenAddress(address, from('/w/app/web'))).toBe(seen);
});

test('an address whose path stays keeps its options', () => {
  expect(seenAddress('age:team.age?recipients-file=team.txt', from('/w/app'))).toBe(
    'age:team.age?recipients-file=team.txt',
  );
});

test('every store whose address is the path of a file or a folder is known', () => {
  const ofFiles = Object.entries(providers).filter(([, { uri }]) => ['file', 'folder'].includes(uri.location));
  expect(ofFiles.map(([scheme]) => scheme).sort()).toEqual(STORES_OF_FILES);
});
