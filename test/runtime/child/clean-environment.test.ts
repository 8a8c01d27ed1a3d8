/** What is left of the caller's environment with `--clean-env`. */
import { expect, test } from '@jest/globals';
import { cleanEnvironment } from '#runtime/child/clean-environment.js';

test('the variables that programs need stay, in their order', () => {
  const needed = ['LC_ALL=C', 'PATH=/bin', 'HOME=/h', 'USER=u', 'SHELL=/bin/sh', 'TERM=xterm', 'TMPDIR=/t'];
  const locale = ['LANG=C', 'LANGUAGE=de:en', 'LC_CTYPE=C'];
  expect(cleanEnvironment([...needed, ...locale])).toEqual([...needed, ...locale]);
});
test('others go', () =>
  expect(cleanEnvironment(['PATHS=1', 'path=1', 'AWS_SECRET_ACCESS_KEY=1', 'LD_PRELOAD=1', 'LC=1'])).toEqual([]));
test('what is not a variable goes', () => expect(cleanEnvironment(['PATH', '=PATH', ''])).toEqual([]));
test('bytes that are not UTF-8 stay as they are', () => {
  const odd = ['HOME=/\xff', 'LC_\xfe=\xfd', 'TERM=', 'PATH=/bin', 'PATH=/usr/bin'];
  expect(cleanEnvironment(odd)).toEqual(odd);
});
