/** What is shown before the question of `tool add --from-code`, and after it. */
import { expect, test } from '@jest/globals';
import { addedFromCode, offeredNames } from '#runtime/cli/views/added-from-code.js';

const read = (name: string, line: number) => ({
  name,
  file: 'src/a\u001b.js',
  line,
  column: 3,
  endLine: line,
  endColumn: 4,
  start: 0,
  end: 1,
  source: null,
  hidden: [],
  hasDefault: false,
  isShell: false,
  allowed: new Set<string>(),
});
const one = { name: 'A', nearest: null, reads: [read('A', 1)] as const };
const many = {
  name: 'LONGER',
  nearest: 'LONGEST',
  reads: [read('LONGER', 2), read('LONGER', 3), read('LONGER', 4)] as const,
};

test('names are listed with their places, and control characters are escaped', () => {
  expect(offeredNames([one, many])).toBe(
    '  A       src/a\\x1b.js:1:3\n  LONGER  src/a\\x1b.js:2:3 and 2 more places\n',
  );
});

test('what was left out is shown with the command that declares it', () => {
  const added = { profile: 'default', path: 'x/manifest.toml', named: 'x/manifest.toml', secrets: ['A'] };
  expect(addedFromCode(added, [many])).toBe(
    [
      "✓ Added 1 secret to profile 'default' in x/manifest.toml: A",
      "Store the values that are missing with: tool check --profile 'default' --file 'x/manifest.toml'",
      "○ LONGER is left out, because it is like LONGEST: src/a\\x1b.js:2:3 and 2 more places. To declare it: tool add --from-code LONGER --file 'x/manifest.toml'",
      '',
    ].join('\n'),
  );
});

test('that nothing is left to declare is said', () => {
  const added = { profile: 'default', path: '/x/manifest.toml', named: null, secrets: [] };
  expect(addedFromCode(added, [])).toBe('○ Every name that programs read is declared in /x/manifest.toml\n');
});
