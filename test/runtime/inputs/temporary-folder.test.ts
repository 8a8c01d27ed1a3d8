/** Where files with values are put. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '#runtime/inputs/temporary-folder.js';
import { temporaryFolder as testFolder } from '../files/temporary-folder.js';

const root = testFolder();
const make = (path: string) => {
  mkdirSync(`${root}/${path}`, { recursive: true });
  return `${root}/${path}`;
};
const checkout = make('checkout');
const project = make('checkout/services/api');
const outside = make('outside');
make('checkout/.git');

test('what the environment names is used', () => expect(temporaryFolder(outside, project, '/')).toBe(outside));
test('also where it is not there: the writer says so', () =>
  expect(temporaryFolder(`${outside}/gone`, project, '/')).toBe(`${outside}/gone`));
test('a name that only starts like the project is another folder', () => {
  expect(temporaryFolder(make('checkout-2'), checkout, '/')).toBe(`${root}/checkout-2`);
  expect(temporaryFolder(make('plain/..tmp'), make('other'), '/')).toBe(`${root}/plain/..tmp`);
});

test.each([
  ['relative', 'tmp'],
  ['empty', ''],
  ['the project', project],
  ['in the project', `${project}/tmp`],
  ['in its checkout', `${checkout}/tmp`],
  ['spelled around', `${outside}/../checkout/tmp`],
])('not where it is %s', (_, named) => expect(temporaryFolder(named, project, '/')).toBe('/tmp'));

test('not where links lead into the project', () => {
  symlinkSync(project, `${root}/link`);
  expect(temporaryFolder(`${root}/link`, project, '/')).toBe('/tmp');
  expect(temporaryFolder(`${project}/tmp`, `${root}/link`, '/')).toBe('/tmp');
});

test('not in the checkout that the working folder belongs to', () =>
  expect(temporaryFolder(`${checkout}/tmp`, outside, `${checkout}/services`)).toBe('/tmp'));

test('a project that is the usual folder itself', () => expect(temporaryFolder('/tmp', '/tmp', '/')).toBe('/var/tmp'));
test('a project that is the root of the system closes nothing', () =>
  expect(temporaryFolder('/tmp', '/', '/')).toBe('/tmp'));
