/** Bytes that are text, and those that are not. */
import { expect, test } from '@jest/globals';
import { bufferOver, decodeUtf8, undecodableLine } from '#runtime/values/utf8.js';

const bytes = (...all: readonly number[]) => Uint8Array.from(all);

test.each(['', 'a', 'ü', '😀', '\ufffd', 'a\ufffdb', '\ufeffa', '\0', '\u2028'])('%p is text', (text) =>
  expect(decodeUtf8(Buffer.from(text))).toBe(text),
);
test.each([
  ['a byte of no character', bytes(0xff)],
  ['a character cut off', bytes(0x61, 0xe2, 0x82)],
  ['a continuation alone', bytes(0x80)],
  ['an overlong form', bytes(0xc0, 0xaf)],
  ['a surrogate', bytes(0xed, 0xa0, 0x80)],
  ['a code point too high', bytes(0xf4, 0x90, 0x80, 0x80)],
  ['one beside the replacement character', bytes(0xef, 0xbf, 0xbd, 0xff)],
])('%s is not text', (_, wrong) => expect(decodeUtf8(wrong)).toBeNull());

test('only the bytes that a view shows count', () =>
  expect(decodeUtf8(bytes(0xff, 0x61, 0x62, 0xff).subarray(1, 3))).toBe('ab'));

test('more than a string can hold is not text', () => {
  const large = Buffer.alloc(1);
  large.toString = () => {
    throw new RangeError('too long');
  };
  expect(decodeUtf8(large)).toBeNull();
});

test('a buffer over bytes shares them', () => {
  const view = bytes(1, 2, 3).subarray(1);
  bufferOver(view)[0] = 9;
  expect([...view]).toEqual([9, 3]);
});

test.each([
  ['in the first line', Buffer.from('a\xff\nb', 'latin1'), 1],
  ['in the third', Buffer.from('a\n\n\xff\n\xff', 'latin1'), 3],
  ['in the last, cut off', Buffer.from('ok\r\n\xe2\x82', 'latin1'), 2],
  ['a character that a line end cuts off', Buffer.from('ok\n\xe2\x82\nb', 'latin1'), 2],
])('the line that is not text: %s', (_, wrong, line) => expect(undecodableLine(wrong)).toBe(line));
