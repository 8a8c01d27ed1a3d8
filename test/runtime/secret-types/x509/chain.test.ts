import { expect, test } from '@jest/globals';
import { chainOf } from '#runtime/secret-types/x509/chain.js';
import { crossSigned, issuer, issuerAgain, leaf, oldRoot, root } from './cross-signed.js';

const NAMES = new Map([
  [issuer, 'issuer'],
  [issuerAgain, 'issuer again'],
  [root, 'root'],
  [crossSigned, 'cross-signed'],
  [oldRoot, 'old root'],
]);
const chain = (...stored: Parameters<typeof chainOf>[1][number][]) => {
  const both = [stored, [...stored].reverse()].map((ordered) => {
    const found = chainOf(leaf, ordered);
    return typeof found === 'string' ? found : found.map((one) => NAMES.get(one)).join(' > ');
  });
  expect(both[1]).toBe(both[0]);
  return both[0];
};
const AMBIGUOUS = 'its chain is ambiguous: two certificates of one issuer have the same key';
const NOT_ONE = 'not all of its certificates belong to one chain';

test('the chain is found in any order, complete or not', () => {
  expect(chain()).toBe('');
  expect(chain(issuer)).toBe('issuer');
  expect(chain(issuer, root)).toBe('issuer > root');
  expect(chain(issuer, crossSigned)).toBe('issuer > cross-signed');
  expect(chain(issuer, crossSigned, oldRoot)).toBe('issuer > cross-signed > old root');
});

test('of a cross-signed and a self-signed certificate of one issuer, the self-signed one ends the chain', () => {
  expect(chain(issuer, root, crossSigned)).toBe('issuer > root');
  expect(chain(issuer, root, crossSigned, oldRoot)).toBe('issuer > root');
});

test('no way to a self-signed one, or several, is an error', () => {
  expect(chain(issuer, issuerAgain)).toBe(AMBIGUOUS);
  expect(chain(issuer, issuerAgain, root)).toBe(AMBIGUOUS);
  expect(chain(root)).toBe(NOT_ONE);
  expect(chain(issuer, oldRoot)).toBe(NOT_ONE);
  expect(chain(issuer, root, oldRoot)).toBe(NOT_ONE);
});
