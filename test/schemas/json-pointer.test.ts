import { expect, test } from '@jest/globals';
import { pointerProblem, pointerSegments } from '#schemas/json-pointer.js';

test.each([
  ['', []],
  ['/', ['']],
  ['/a/b', ['a', 'b']],
  ['//k', ['', 'k']],
  ['/a~1b/~0k', ['a/b', '~k']],
  ['/~01', ['~1']],
  ['/hosts/0', ['hosts', '0']],
])('%j has segments', (pointer, segments) => {
  expect(pointerProblem(pointer)).toBeNull();
  expect(pointerSegments(pointer)).toEqual(segments);
});

test.each([
  ['a/b', 'does not start with `/`'],
  ['/a~2', 'has a `~` that is not `~0` or `~1`'],
  ['/~', 'has a `~` that is not `~0` or `~1`'],
])('%j %s', (pointer, problem) => expect(pointerProblem(pointer)).toBe(problem));
