/** A few of the sessions that `npm run fuzz` has for ten minutes; other ones each time. */
import { expect, test } from '@jest/globals';
import { tried } from '../../helpers/thoroughness.js';
import { fuzzLines } from './fuzz-lines.js';
import { mutations } from './mutate.js';
import { Random } from './random.js';

test('mutated lines crash nothing, hang nothing and show no value', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { sessions, problems } = await fuzzLines({ seed, sessions: tried(300), atOnce: 3 });
  expect({ sessions, problems }).toEqual({ sessions: tried(300), problems: [] });
}, 300_000);

test.each(Object.entries(mutations))('a mutation is decided by its seed: %s', (_, mutation) => {
  const lines = [
    '{"jsonrpc":"2.0","id":1,"method":"a","params":{},"_meta":{"deadline_unix_ms":5}}\n',
    'second\n',
    'third\n',
  ].map((line) => Buffer.from(line));
  const once = (seed: number) =>
    Buffer.concat(mutation(lines, new Random(seed)))
      .toString('latin1')
      .replaceAll(/\d{13}/g, '');
  const results = new Set(Array.from({ length: 20 }, (__, seed) => once(seed)));
  expect(Array.from({ length: 20 }, (__, seed) => once(seed)).every((one) => results.has(one))).toBe(true);
  expect([...results].some((one) => one !== Buffer.concat(lines).toString('latin1'))).toBe(true);
});
