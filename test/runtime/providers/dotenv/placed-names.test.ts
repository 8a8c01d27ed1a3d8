/** Where keys and assignments in comments are. */
import { expect, test } from '@jest/globals';
import { placedNames } from '#runtime/providers/dotenv/placed-names.js';

const placed = (...lines: readonly string[]) => {
  const { names, commentedOut } = placedNames(lines.join('\n'), '.env');
  return { names: [...names], commentedOut };
};

test('keys have their lines, repeated ones the last', () => {
  const { names } = placed('', 'A=1', 'export B="x', 'y', '"', '', 'A=2', '  C = 3');
  expect(names).toEqual([
    ['B', '.env:3'],
    ['A', '.env:7'],
    ['C', '.env:8'],
  ]);
});

test('assignments in comments count, prose and lines of values do not', () => {
  const lines = ['# A note', '#A=old', 'A=1', ' # export B=2', '# x = y', '# C=', "D='x", "# E=1'", '# F=1'];
  expect(placed(...lines).commentedOut).toEqual(['.env:2', '.env:4', '.env:9']);
});

test('other line ends count, too, and a malformed file has none', () => {
  expect(placed('A=1\r', 'B=2\r').names).toEqual([
    ['A', '.env:1'],
    ['B', '.env:2'],
  ]);
  expect(placed('A="never closed')).toEqual({ names: [], commentedOut: [] });
});
