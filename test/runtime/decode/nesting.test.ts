import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Nesting } from '#runtime/decode/nesting.js';

test('it is a stack', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(true, false, null), { maxLength: 2_000 }), (steps) => {
      const nesting = new Nesting();
      const stack: boolean[] = [];
      for (const step of steps) {
        if (step !== null) nesting.enter(step);
        else if (stack.length > 0) nesting.leave();
        if (step === null) stack.pop();
        else stack.push(step);
        expect(nesting.isArray).toBe(stack.at(-1) ?? null);
      }
    }),
  );
});
