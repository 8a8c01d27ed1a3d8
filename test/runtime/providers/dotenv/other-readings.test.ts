/** Which values other programs read differently. */
import { expect, test } from '@jest/globals';
import { otherReadings } from '#runtime/providers/dotenv/other-readings.js';

const readings = (text: string) => Object.fromEntries(otherReadings(text, '.env'));
const expanded = (line: number, template: string | null) => ({ kind: 'expanded', place: `.env:${line}`, template });

test.each([
  ['A=pa#ss'],
  ["A='it\\'s'"],
  ['A="tab\\there"'],
  ['A="say \\"hi\\""'],
  ['A=a\\ b'],
  ['A-Ä=1'],
  ["A=it's # x"],
])('%j is read differently', (text) =>
  expect(Object.values(readings(`${text}\n`))).toEqual([{ kind: 'different', place: '.env:1' }]),
);

test.each([
  '',
  'A=',
  'A=1',
  "A='pa#ss $X'",
  'A="one\\ntwo"',
  'A=1 # x',
  'export A = "1" # x',
  "A='one\ntwo'",
  'A=pa$$',
  '#A=`x`',
])('%j is not', (text) => expect(readings(`${text}\n`)).toEqual({}));

test.each([
  ['${B}', '${B}'],
  ['db://${B}:canary@${B}/x', '…${B}…${B}…'],
  ['${B:-canary}x', '${B}…'],
  ['${canary}', '…'],
  ['${A}:/bin', '…'],
  ['x${B}${UNKNOWN}y', '…${B}…'],
  ["'${B}'", '${B}'],
])('%s is expanded elsewhere: %s', (value, template) =>
  expect(readings(`B=1\n\n# x\r\nA=${value}\n`)).toEqual({ A: expanded(4, template) }),
);

test('so are backticks', () => {
  expect(readings('A=`canary`\n')).toEqual({ A: expanded(1, null) });
  expect(readings('B="a\nb"\nA="$(x) `canary`"\n')).toEqual({ A: expanded(3, null) });
});

test('of a repeated key the last line counts', () => {
  expect(readings('A=a#b\nA=1\n')).toEqual({});
  expect(readings('A=1\nA=a#b\n')).toEqual({ A: { kind: 'different', place: '.env:2' } });
});
