/** Properties try the same inputs in each run of `npm test`: `jest/properties.ts` sets their seed. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';

const isRandom = process.env['PROPERTY_SEED'] === 'random';
const inputs = fc.array(fc.integer());

test('what is generated without a seed of its own is the same each time', () => {
  const [once, again] = [fc.sample(inputs, 20), fc.sample(inputs, 20)];
  if (isRandom) expect(again).not.toEqual(once);
  else expect(again).toEqual(once);
});

test('only files of tests assert properties, because others would find the library without the seed', () => {
  const root = fileURLToPath(new URL('../../test/', import.meta.url));
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.m?ts$|\.mjs$/u.test(name),
  );
  const asserting = sources.filter((name) =>
    /\bfc\s*\.(?:assert|check)\(/u.test(readFileSync(`${root}${name}`, 'utf8')),
  );
  expect(asserting.filter((name) => !name.endsWith('.test.ts'))).toEqual(['fuzz/target.ts']);
  expect(asserting.length).toBeGreaterThan(20);
});
