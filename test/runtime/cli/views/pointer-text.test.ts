/** The line after the last finding. */
import { expect, test } from '@jest/globals';
import { pointerText } from '#runtime/cli/views/pointer-text.js';

test.each([
  [['E1001'], 'For more about this error: `tool explain E1001`'],
  [['W1108'], 'For more about this warning: `tool explain W1108`'],
  [['W1112', 'E1001'], 'For more about these codes: `tool explain CODE` (W1112, E1001)'],
  [
    ['E0101', 'E0102', 'E0203', 'E0204', 'E0205'],
    'For more about these codes: `tool explain CODE` (E0101, E0102, E0203 and 2 more)',
  ],
])('%j', (codes, text) => {
  expect(pointerText(codes)).toBe(text);
});
