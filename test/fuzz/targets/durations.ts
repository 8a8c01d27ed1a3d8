/** Durations of caches. */
import fc from 'fast-check';
import { parseDuration } from '#compiler/text/duration.js';
import { must, target } from '../target.js';
import { anyText } from '../texts.js';

const SECONDS: Readonly<Record<string, bigint>> = { s: 1n, m: 60n, h: 3600n, d: 86_400n, w: 604_800n };
const term = fc.tuple(
  fc.oneof(fc.nat(99).map(String), fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String)),
  fc.constantFrom('s', 'm', 'h', 'd', 'w', 'S', ''),
);
const terms = fc.array(term, { maxLength: 5 }).map((all) => all.map(([count, unit]) => count + unit).join(''));

export const durations = target({
  name: 'durations',
  share: 6,
  inputs: fc.oneof(terms, anyText),
  judge: (text) => {
    const expected = secondsOf(text.trim());
    const isOne = expected !== null && expected > 0n && expected < 2n ** 64n;
    must(
      parseDuration(text) === (isOne ? Number(expected) : null),
      `${text} is ${parseDuration(text)}, not ${expected}`,
    );
  },
});

/** The same, read in the most obvious way. Null: no duration. */
function secondsOf(text: string): bigint | null {
  if (!/^([0-9]+[smhdw])+$/u.test(text)) return null;
  const found = [...text.matchAll(/([0-9]+)([smhdw])/gu)];
  return found.reduce((sum, [, count = '0', unit = 's']) => sum + BigInt(count) * (SECONDS[unit] ?? 0n), 0n);
}
