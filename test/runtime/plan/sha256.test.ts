import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sha256 } from '#runtime/plan/sha256.js';
import { digestSmall } from '#runtime/plan/sha256-small.js';

const reference = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('small digests are those of the standard', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => digestSmall(bytes) === reference(bytes)));
});

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 8191, 8192, 8193, 100_000])('%i bytes', (length) => {
  const bytes = new Uint8Array(length).map((_, index) => index * 7);
  expect(sha256(bytes)).toBe(reference(bytes));
  expect(digestSmall(bytes)).toBe(reference(bytes));
});

test('text is hashed as UTF-8', () => expect(sha256('clé')).toBe(reference(Buffer.from('clé'))));
