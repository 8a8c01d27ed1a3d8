/** RC2: an example of RFC 2268, and data that it cannot have written. 40 bits are in `golden/run/derive/identity-encrypted-with-rc2`. */
import { expect, test } from '@jest/globals';
import { rc2Decrypted } from '#runtime/secret-types/x509/rc2.js';
import { WrongPassword } from '#runtime/secret-types/x509/refused.js';

const KEY = Buffer.from('88bca90e90875a7f0f79c384627bafb2', 'hex');
const ENCRYPTED = Buffer.from('2269552ab0f85ca6', 'hex');

test('128 bits', () => expect(rc2Decrypted(ENCRYPTED, KEY, Buffer.alloc(8))).toEqual(Buffer.alloc(8)));

test.each([
  ['a part of a block', ENCRYPTED.subarray(1), KEY],
  ['another key', ENCRYPTED, KEY.subarray(1)],
])('%s', (_, data, key) => expect(() => rc2Decrypted(data, key, Buffer.alloc(8))).toThrow(WrongPassword));
