import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decode, encode } from '#runtime/decode/encoding.js';
import type { Encoding } from '#schemas/plan.js';
import { tried } from '../../helpers/thoroughness.js';

const read = (text: string, encoding: Encoding) => {
  const decoded = decode(Buffer.from(text, 'latin1'), encoding);
  return decoded.kind === 'decoded' ? Buffer.from(decoded.bytes).toString('hex') : decoded.reason;
};
const encodings: Encoding[] = ['base64', 'base64url', 'hex'];

test.each<[Encoding, string, string]>([
  ['base64', 'aGk=', '6869'],
  ['base64', 'aGk', '6869'],
  ['base64', '+/8=', 'fbff'],
  ['base64', '', ''],
  ['base64', '\n', ''],
  ['base64', '\r\n', ''],
  ['base64', 'aGk=\n', '6869'],
  ['base64', 'aGk\r\n', '6869'],
  ['base64url', '-_8', 'fbff'],
  ['base64url', '-_8=', 'fbff'],
  ['hex', '4A4b', '4a4b'],
  ['hex', '00ff\n', '00ff'],
])('%s reads %j', (encoding, text, bytes) => expect(read(text, encoding)).toBe(bytes));

test.each<[Encoding, string, string]>([
  ['base64', '-_8=', 'it has a character outside the alphabet'],
  ['base64url', '+/8', 'it has a character outside the alphabet'],
  ['base64', 'aG k=', 'it has a character outside the alphabet'],
  ['base64', ' aGk=', 'it has a character outside the alphabet'],
  ['base64', 'aGk=\n\n', 'it has a character outside the alphabet'],
  ['base64', 'aGk=\r', 'it has a character outside the alphabet'],
  ['base64', 'aGk=\n\r\n', 'it has a character outside the alphabet'],
  ['base64', 'aG\xe9k', 'it has a character outside the alphabet'],
  ['base64', 'aG\0k', 'it has a character outside the alphabet'],
  ['base64', 'a', 'it is truncated'],
  ['base64', 'aGkaa', 'it is truncated'],
  ['base64', 'aGk==', 'it has wrong padding'],
  ['base64', 'aG=', 'it has wrong padding'],
  ['base64', 'aGkh=', 'it has wrong padding'],
  ['base64', '=', 'it has wrong padding'],
  ['base64', '====', 'it has wrong padding'],
  ['base64', 'Zg==Zg==', 'it continues after its padding'],
  ['base64', 'aGl=', 'it has extra bits after its last byte'],
  ['base64', 'aGl', 'it has extra bits after its last byte'],
  ['hex', 'abc', 'it has an odd number of hex digits'],
  ['hex', '0x4a', 'it has a character that is not a hex digit'],
  ['hex', '4a 4b', 'it has a character that is not a hex digit'],
  ['hex', '4a\n\n', 'it has a character that is not a hex digit'],
])('%s refuses %j: %s', (encoding, text, reason) => expect(read(text, encoding)).toBe(reason));

test('one way of writing each', () => {
  const bytes = Uint8Array.of(0xfb, 0xff);
  expect(encodings.map((encoding) => encode(bytes, encoding))).toEqual(['+/8=', '-_8', 'fbff']);
});

test('a view of bytes is not the whole of its memory', () => {
  const memory = Buffer.from('xxaGk=xx');
  expect(encode(memory.subarray(2, 4), 'hex')).toBe('6147');
  expect(decode(memory.subarray(2, 6), 'base64')).toEqual({ kind: 'decoded', bytes: Buffer.from('hi') });
});

test.each(encodings)('%s gives back what was written', (encoding) => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.constantFrom('', '\n', '\r\n'), (bytes, end) => {
      const decoded = decode(Buffer.from(encode(bytes, encoding) + end), encoding);
      expect(decoded).toEqual({ kind: 'decoded', bytes: Buffer.from(bytes) });
    }),
  );
});

test.each(encodings)('what %s accepts has no second spelling but padding and case', (encoding) => {
  const digit = fc.constantFrom('A', 'a', 'g', '0', '9', '+', '/', '-', '_', '=', ' ', '\n');
  fc.assert(
    fc.property(fc.array(digit, { maxLength: 9 }), (digits) => {
      const text = digits.join('');
      const decoded = decode(Buffer.from(text), encoding);
      if (decoded.kind === 'malformed') return expect(decoded.reason).not.toBe('');
      const plain = (some: string) => (encoding === 'hex' ? some.toLowerCase() : some.replace(/=+$/, ''));
      return expect(plain(encode(decoded.bytes, encoding))).toBe(plain(text.replace(/\n$/, '')));
    }),
    { numRuns: tried(1000) },
  );
});
