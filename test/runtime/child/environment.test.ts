/** What a child gets: the parent's variables, less what the scope hides, and what was resolved. */
import { expect, test } from '@jest/globals';
import { childEnvironment } from '#runtime/child/environment.js';
import { SecretValue } from '#runtime/values/secret-value.js';

const ODD = Uint8Array.of(0x41, 0xff);
const parent = { texts: { PATH: '/bin', ALPHA: 'parent', BETA: 'parent' }, raw: new Map([['ODD', ODD]]) };
const text = (value: string) => SecretValue.fromText(value);

const made = (scrubbed: readonly string[], resolved: readonly (readonly [string, SecretValue])[]) => {
  const environment = childEnvironment(parent, scrubbed, resolved);
  if (environment.kind === 'refused') return environment.secret;
  const { texts, raw } = environment.variables;
  return [{ ...texts }, Object.fromEntries(raw)];
};

test('nothing resolved: the parent environment, odd bytes included', () =>
  expect(made([], [])).toEqual([parent.texts, { ODD }]));
test('resolved secrets overwrite', () =>
  expect(made([], [['ALPHA', text('one')]])).toEqual([{ PATH: '/bin', ALPHA: 'one', BETA: 'parent' }, { ODD }]));
test('hidden names go', () => expect(made(['BETA', 'ODD'], [])).toEqual([{ PATH: '/bin', ALPHA: 'parent' }, {}]));
test('a resolved secret survives its removal', () =>
  expect(made(['ALPHA'], [['ALPHA', text('')]])).toEqual([{ PATH: '/bin', ALPHA: '', BETA: 'parent' }, { ODD }]));
test('text replaces odd bytes, and odd bytes replace text', () =>
  expect(
    made(
      [],
      [
        ['ODD', text('even')],
        ['ALPHA', SecretValue.fromBytes(ODD)],
      ],
    ),
  ).toEqual([{ PATH: '/bin', BETA: 'parent', ODD: 'even' }, { ALPHA: ODD }]));
test('NUL is refused by name', () => expect(made([], [['ALPHA', text('canary\0')]])).toBe('ALPHA'));
test('names that objects have are names', () => {
  const environment = childEnvironment(
    { texts: {}, raw: new Map() },
    [],
    [
      ['__proto__', text('p')],
      ['constructor', text('c')],
    ],
  );
  if (environment.kind === 'refused') throw new Error('refused');
  expect(Object.entries(environment.variables.texts)).toEqual([
    ['__proto__', 'p'],
    ['constructor', 'c'],
  ]);
});
test('the parent environment stays as it was', () => {
  made(['ALPHA', 'ODD'], [['BETA', text('x')]]);
  expect([parent.texts, [...parent.raw.keys()]]).toEqual([{ PATH: '/bin', ALPHA: 'parent', BETA: 'parent' }, ['ODD']]);
});
