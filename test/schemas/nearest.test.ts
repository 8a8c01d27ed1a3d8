import { expect, test } from '@jest/globals';
import { nearest } from '#schemas/nearest.js';

const nearestTo = (word: string) => nearest(word, ['required', 'refs', 'ref', 'providers', 'as_path']);

test('one slip is forgiven', () => expect(nearestTo('requred')).toBe('required'));
test('two neighbours may be swapped', () => expect(nearestTo('porviders')).toBe('providers'));
test('a swap counts once', () => expect(nearest('ehllo', ['ehxxo', 'hello'])).toBe('hello'));
test('a letter too many is forgiven', () => expect(nearestTo('provviders')).toBe('providers'));
test('case does not matter', () => expect(nearestTo('REQUIRED')).toBe('required'));
test('the nearer of two wins', () => expect(nearestTo('refz')).toBe('refs'));
test('of equally near names the first wins', () => expect(nearest('cat', ['bat', 'hat'])).toBe('bat'));
test('another word for a blank is forgiven', () => expect(nearestTo('as-path')).toBe('as_path'));
test('a stranger is not', () => expect(nearestTo('colour')).toBeNull());
test('short names are not guessed', () => expect(nearest('a', ['b'])).toBeNull());
test('nothing is near to nothing', () => expect(nearest('', ['a', 'b'])).toBeNull());
test('no candidates, no answer', () => expect(nearest('a', [])).toBeNull());
test('names of prototypes are names', () => expect(nearest('constructr', ['constructor'])).toBe('constructor'));

test('very long words are compared', () => {
  const long = 'a'.repeat(100_000);
  expect(nearest(`${long}b`, [`${long}c`])).toBe(`${long}c`);
  expect(nearest(`bb${long}`, [`${long}ccc`])).toBeNull();
});
