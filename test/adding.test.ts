/** How many files a new store touches; `.ci/run` also builds both stores and tries them (`test/adding/add-stores.mjs`). */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

test('a store over HTTP touches nine files at most, and so does one behind a program', () => {
  const script = fileURLToPath(new URL('../../test/adding/add-stores.mjs', import.meta.url));
  const printed = execFileSync(process.execPath, [script, '--count'], { encoding: 'utf8' });
  expect(printed).toMatch(/^ok a store of the kind http touches [1-9] files: /mu);
  expect(printed).toMatch(/^ok a store of the kind program touches [1-9] files: /mu);
  expect(printed).toMatch(/^2 passed, 0 failed$/mu);
});
