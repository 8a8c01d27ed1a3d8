/** Which environments Node can give to a child unchanged. */
import { expect, test } from '@jest/globals';
import { plainEnvironment } from '#runtime/child/plain-environment.js';

const plain = (...entries: readonly string[]) => {
  const variables = plainEnvironment(entries);
  return variables === null ? null : { ...variables };
};

test('variables once each, empty ones and UTF-8 included', () =>
  expect(plain('A=1', 'B=', 'C=x=y', '\xc3\xa4=\xc3\xb6')).toEqual({ A: '1', B: '', C: 'x=y', ä: 'ö' }));
test('names that objects have', () => expect(plain('constructor=1')).toEqual({ constructor: '1' }));
test.each([
  ['a value that is not UTF-8', ['A=\xff']],
  ['a name that is not UTF-8', ['\xff=1']],
  ['no =', ['A']],
  ['nothing', ['']],
  ['no name', ['=1']],
  ['one name twice', ['A=1', 'A=2']],
])('not: %s', (_, entries) => expect(plain('B=1', ...entries)).toBeNull());
