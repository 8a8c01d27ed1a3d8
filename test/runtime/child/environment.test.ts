/** What a child gets: the parent's variables, less what the scope hides, and what was resolved. */
import { expect, test } from '@jest/globals';
import { childEnvironment } from '#runtime/child/environment.js';
import type { Entries } from '#runtime/inputs/environment.js';
import { SecretValue } from '#runtime/values/secret-value.js';

const ODD = Uint8Array.of(0x41, 0xff);
const parent = ['PATH=/bin', 'ALPHA=parent', 'BETA=parent', 'ODD=A\xff'];
const text = (value: string) => SecretValue.fromText(value);

const made = (
  scrubbed: readonly string[],
  resolved: readonly (readonly [string, SecretValue])[],
  inherited: Entries = parent,
) => {
  const environment = childEnvironment(inherited, scrubbed, resolved);
  return environment.kind === 'refused' ? environment.secret : environment.entries;
};

test('nothing resolved: the parent environment, odd bytes included', () => expect(made([], [])).toEqual(parent));
test('resolved secrets overwrite', () =>
  expect(made([], [['ALPHA', text('one')]])).toEqual(['PATH=/bin', 'BETA=parent', 'ODD=A\xff', 'ALPHA=one']));
test('hidden names go', () => expect(made(['BETA', 'ODD'], [])).toEqual(['PATH=/bin', 'ALPHA=parent']));
test('a resolved secret survives its removal', () =>
  expect(made(['ALPHA'], [['ALPHA', text('')]])).toEqual(['PATH=/bin', 'BETA=parent', 'ODD=A\xff', 'ALPHA=']));
test('text replaces odd bytes, and odd bytes replace text', () =>
  expect(
    made(
      [],
      [
        ['ODD', text('even')],
        ['ALPHA', SecretValue.fromBytes(ODD)],
      ],
    ),
  ).toEqual(['PATH=/bin', 'BETA=parent', 'ODD=even', 'ALPHA=A\xff']));
test('values are UTF-8', () => expect(made([], [['ALPHA', text('ä')]], [])).toEqual(['ALPHA=\xc3\xa4']));
test('NUL is refused by name', () => expect(made([], [['ALPHA', text('canary\0')]])).toBe('ALPHA'));
test('names that objects have are names', () =>
  expect(
    made(
      [],
      [
        ['__proto__', text('p')],
        ['constructor', text('c')],
      ],
      [],
    ),
  ).toEqual(['__proto__=p', 'constructor=c']));
test('what is no variable stays as it is', () => {
  const odd = ['=x', 'BETA', '', 'TWICE=1', 'TWICE=2', '\xff=1', 'BASH_FUNC_f%%=() { \xff; }'];
  expect(made(['BETA'], [], odd)).toEqual(odd);
});
test('every entry of a hidden or resolved name goes', () =>
  expect(made(['TWICE'], [['ALPHA', text('one')]], ['TWICE=1', 'ALPHA=1', 'TWICE=2', 'ALPHA=2'])).toEqual([
    'ALPHA=one',
  ]));
