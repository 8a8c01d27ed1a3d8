/** Bytes as strings of one character per byte. */
import { expect, test } from '@jest/globals';
import { byteStringOf, bytesOf, joinedWithNul, splitAtNul, textOf } from '#runtime/values/byte-string.js';

test('ASCII is as it is', () => expect(byteStringOf('a=1')).toBe('a=1'));
test('other text is its UTF-8', () => expect(byteStringOf('ä')).toBe('\xc3\xa4'));
test('bytes are themselves', () => expect(byteStringOf(Uint8Array.of(0x41, 0xff))).toBe('A\xff'));
test('a part of a block is that part', () => expect(byteStringOf(Buffer.from('abc').subarray(1, 2))).toBe('b'));
test('text comes back, and what is none does not', () => {
  expect(['a', '\xc3\xa4', '\xff'].map(textOf)).toEqual(['a', 'ä', null]);
  expect([...bytesOf('A\xff')]).toEqual([0x41, 0xff]);
});
test('strings end at NUL, empty ones too', () =>
  expect(splitAtNul(Buffer.from('a\0\0\xff\0', 'latin1'))).toEqual(['a', '', '\xff']));
test('of a text, its bytes', () => expect(splitAtNul('a\0ü\0')).toEqual(['a', '\xc3\xbc']));
test('the last may lack its NUL', () => expect(splitAtNul(Buffer.from('a\0b'))).toEqual(['a', 'b']));
test('nothing is no string', () => expect(splitAtNul(new Uint8Array())).toEqual([]));
test('joined and split again', () => expect(splitAtNul(joinedWithNul(['', 'a', '\xff']))).toEqual(['', 'a', '\xff']));
