/** Where files with values are put. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '#runtime/inputs/temporary-folder.js';
import { temporaryFolder as testFolder } from '../files/temporary-folder.js';

const root = testFolder();
const make = (path: string) => {
  mkdirSync(`${root}/${path}`, { recursive: true });
  return `${root}/${path}`;
};
const chosen = (named: string, ofProject: string, workingFolder: string) =>
  temporaryFolder({ TMPDIR: named }, ofProject, workingFolder);
const checkout = make('checkout');
const project = make('checkout/services/api');
const outside = make('outside');
make('checkout/.git');

test('what the environment names is used', () => expect(chosen(outside, project, '/')).toBe(outside));
test('as other programs choose it', () => {
  const { TMPDIR, ...others } = process.env;
  for (const variables of [{ ...others, TMPDIR: `${outside}/` }, { ...others, TMP: outside }, { TEMP: outside }]) {
    const script = `process.stdout.write(require('node:os').tmpdir())`;
    const seen = execFileSync(process.execPath, ['-e', script], { env: variables, encoding: 'utf8' });
    expect(temporaryFolder(variables, project, '/')).toBe(seen);
  }
});
test('also where it is not there: the writer says so', () =>
  expect(chosen(`${outside}/gone`, project, '/')).toBe(`${outside}/gone`));
test('a name that only starts like the project is another folder', () => {
  expect(chosen(make('checkout-2'), checkout, '/')).toBe(`${root}/checkout-2`);
  expect(chosen(make('plain/..tmp'), make('other'), '/')).toBe(`${root}/plain/..tmp`);
});

test.each([
  ['relative', 'tmp'],
  ['empty', ''],
  ['the project', project],
  ['in the project', `${project}/tmp`],
  ['in its checkout', `${checkout}/tmp`],
  ['spelled around', `${outside}/../checkout/tmp`],
])('not where it is %s', (_, named) => expect(chosen(named, project, '/')).toBe('/tmp'));

test('not where links lead into the project', () => {
  symlinkSync(project, `${root}/link`);
  expect(chosen(`${root}/link`, project, '/')).toBe('/tmp');
  expect(chosen(`${project}/tmp`, `${root}/link`, '/')).toBe('/tmp');
});

test('not in the checkout that the working folder belongs to', () =>
  expect(chosen(`${checkout}/tmp`, outside, `${checkout}/services`)).toBe('/tmp'));

test('a project that is the usual folder itself', () => expect(chosen('/tmp', '/tmp', '/')).toBe('/var/tmp'));
test('a project that is the root of the system closes nothing', () => expect(chosen('/tmp', '/', '/')).toBe('/tmp'));
