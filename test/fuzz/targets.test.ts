/** Every target holds for a few inputs, the same ones each time. Many more: `npm run fuzz`. */
import { describe, expect, test } from '@jest/globals';
import { targets } from './targets/index.js';

const SEED = 20_240_501;
const INPUTS = 15;

describe('generated inputs', () => {
  test.each(targets)('$name', async (target) => {
    const { failure, inputs } = await target.check({ seed: SEED, inputs: INPUTS });
    expect(failure).toBeNull();
    expect(inputs).toBe(INPUTS);
  });

  test('an input can be told by its number', () => {
    for (const target of targets) expect(target.inputOf(SEED, 3)).toBe(target.inputOf(SEED, 3));
  });
});
