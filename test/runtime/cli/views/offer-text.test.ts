/** What `check` prints before its prompts. */
import { expect, test } from '@jest/globals';
import { allSet, offerText } from '#runtime/cli/views/offer-text.js';

test('fits the terminal, and shows no control characters', () => {
  const secrets = [
    { secret: 'A', description: 'One \x1b[31mred thing' },
    { secret: 'B', description: '' },
  ];
  expect(offerText({ profile: 'p', provider: '', secrets }, 34)).toBe(
    `
2 secrets have no value (profile:
p):
  - A - One \\x1b[31mred thing
  - B
Enter a value to store it, or
Enter alone to skip it. Ctrl-C
stops; stored values are kept.

`,
  );
});

test('one is singular', () => {
  const text = offerText({ profile: 'p', provider: 'x', secrets: [{ secret: 'A', description: '' }] }, 80);
  expect(text).toContain('1 secret has no value (profile: p, provider: x):');
  expect([allSet(1, 0), allSet(2, 0), allSet(1, 2)]).toEqual([
    '✓ All set: 1 value saved. Checking again...\n',
    '✓ All set: 2 values saved. Checking again...\n',
    '1 value saved, 2 skipped. Checking again...\n',
  ]);
});
