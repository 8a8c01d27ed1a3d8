import { expect, test } from '@jest/globals';
import type { Origin, Resolution, ResolvedSecret } from '#runtime/execute/resolution.js';
import { valuesToHide } from '#runtime/redact/values-to-hide.js';
import { SecretValue } from '#runtime/values/secret-value.js';

const STORED: Origin = { kind: 'generated' };
const DEFAULT: Origin = { kind: 'default' };
const COMPOSED: Origin = { kind: 'composed' };

const secretOf = (secret: string, origin: Origin, text: string): ResolvedSecret => ({
  ...{ secret, origin, description: '', required: true, asPath: false, type: null, status: 'found', isEmpty: false },
  delivered: { kind: 'value', value: SecretValue.fromText(text) },
});
const hiddenIn = (found: readonly (readonly [string, Origin, string])[], inputs: readonly string[] = []) => {
  const resolution: Resolution = {
    ...{
      profile: 'default',
      scope: null,
      provider: '',
      violations: [],
      failures: [],
      accessed: [],
      missing: [],
      files: [],
    },
    secrets: found.map((each) => secretOf(...each)),
    hidden: inputs.map((text) => SecretValue.fromText(text)),
  };
  return valuesToHide(resolution).map(({ secret }) => secret);
};

test('a default of the manifest is not hidden', () =>
  expect(
    hiddenIn([
      ['KEY', STORED, 'canary'],
      ['PORT', DEFAULT, '8080'],
    ]),
  ).toEqual(['KEY']));

test('nor is a composition of the same text', () =>
  expect(
    hiddenIn([
      ['ADDRESS', COMPOSED, '8080'],
      ['PORT', DEFAULT, '8080'],
      ['URL', COMPOSED, 'http://localhost:8080'],
    ]),
  ).toEqual(['URL']));

test('a stored value that is equal to a default is', () => {
  const pair = [
    ['ADDRESS', COMPOSED, '8080'],
    ['PORT', DEFAULT, '8080'],
  ] as const;
  expect(hiddenIn([...pair, ['KEY', STORED, '8080']])).toEqual(['ADDRESS', 'KEY']);
  expect(hiddenIn(pair, ['8080'])).toEqual(['ADDRESS']);
});
