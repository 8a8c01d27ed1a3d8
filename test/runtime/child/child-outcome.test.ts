/** How a child that has ended is told. */
import { expect, test } from '@jest/globals';
import { endedBy } from '#runtime/child/child-outcome.js';

test.each([
  ['an exit code', 7, null, 7],
  ['a signal by its name', null, 'SIGTERM', 143],
  ['a real-time signal, which has none', null, 34, 162],
] as const)('%s', (_, exitCode, signal, told) =>
  expect(endedBy(exitCode, signal)).toEqual({ kind: 'ended', exitCode: told }),
);
