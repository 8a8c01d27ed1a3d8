/** What is left of the caller's environment with `--clean-env`. */
import { expect, test } from '@jest/globals';
import { cleanEnvironment } from '#runtime/child/clean-environment.js';

test('the variables that programs need stay, in their order', () => {
  const needed = ['LC_ALL=C', 'PATH=/bin', 'HOME=/h', 'USER=u', 'SHELL=/bin/sh', 'TERM=xterm', 'TMPDIR=/t'];
  const locale = ['LANG=C', 'LANGUAGE=de:en', 'LC_CTYPE=C', 'LC_MONETARY=C', 'LC_TELEPHONE=C', 'LC_PAPER=C'];
  expect(cleanEnvironment([...needed, ...locale])).toEqual([...needed, ...locale]);
});
test('others go', () =>
  expect(cleanEnvironment(['PATHS=1', 'path=1', 'AWS_SECRET_ACCESS_KEY=1', 'LD_PRELOAD=1', 'LC=1'])).toEqual([]));
test('names that only look like those of a locale go', () =>
  expect(cleanEnvironment(['LC_SECRET=1', 'LC_X=() { :; }', 'LC_=1', 'lc_all=C', 'LC_ALL2=C', 'LANGUAGES=de'])).toEqual(
    [],
  ));
test('what is not a variable goes', () => expect(cleanEnvironment(['PATH', '=PATH', ''])).toEqual([]));
test('bytes that are not UTF-8 stay as they are', () => {
  const odd = ['HOME=/\xff', 'LC_ALL=\xfd', 'TERM=', 'PATH=/bin', 'PATH=/usr/bin'];
  expect(cleanEnvironment(odd)).toEqual(odd);
});
