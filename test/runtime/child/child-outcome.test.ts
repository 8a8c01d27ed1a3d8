/** How a child that has ended is told. */
import { expect, test } from '@jest/globals';
import { endedBy, endedWith } from '#runtime/child/child-outcome.js';

test.each([
  ['an exit code', 7, null, 7],
  ['a signal by its name', null, 'SIGTERM', 143],
] as const)('by Node: %s', (_, exitCode, signal, told) =>
  expect(endedBy(exitCode, signal)).toEqual({ kind: 'ended', exitCode: told }),
);
test.each([
  ['an exit code', 0x0700, 7],
  ['the largest exit code', 0xff00, 255],
  ['a signal', 15, 143],
  ['a signal that leaves a memory image', 0x80 | 6, 134],
  ['a real-time signal', 36, 164],
] as const)('by the system: %s', (_, status, told) =>
  expect(endedWith(status)).toEqual({ kind: 'ended', exitCode: told }),
);
