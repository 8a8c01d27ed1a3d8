/** What questions show. */
import { expect, test } from '@jest/globals';
import { confirmationWording, hiddenWording, isYes } from '#runtime/terminal/wording.js';

test('a secret, with where it will be kept', () => {
  const destination = { store: 'dotenv://.env', target: 'item=KEY' };
  const label = 'Enter value for KEY (profile: default):';
  expect(hiddenWording({ kind: 'secret', secret: 'KEY', profile: 'default', destination })).toEqual({
    lines: ["Writing secret 'KEY' to dotenv://.env (profile: default)", '  target: item=KEY'],
    label,
  });
  expect(hiddenWording({ kind: 'secret', secret: 'KEY', profile: 'default', destination: null })).toEqual({
    lines: [],
    label,
  });
});

test('an input that a scope hides has no name and no entry', () => {
  const question = { kind: 'hidden input', inputOf: 'URL', profile: 'p' } as const;
  const label = 'Enter value for a hidden composition input of URL (profile: p):';
  expect(hiddenWording({ ...question, destination: null })).toEqual({ lines: [], label });
  expect(hiddenWording({ ...question, destination: { store: 'dotenv://.env' } })).toEqual({
    lines: ['Writing a hidden composition input of URL to dotenv://.env (profile: p)'],
    label,
  });
});

test('one of several secrets', () => {
  const question = {
    kind: 'secret',
    secret: 'KEY',
    profile: 'p',
    destination: null,
    turn: { number: 2, of: 3, description: 'A key' },
  } as const;
  expect(hiddenWording(question).label).toBe('[2/3] Enter value for KEY - A key (Enter skips):');
});

test('a credential, a passphrase and a confirmation', () => {
  expect(hiddenWording({ kind: 'credential', name: 'TOKEN', alias: 'a', source: 'keyring' }).label).toBe(
    "Enter TOKEN for provider 'a' (source: keyring):",
  );
  expect(hiddenWording({ kind: 'unlock', store: 'age://x' }).label).toBe('Enter passphrase of age://x:');
  expect(confirmationWording({ text: 'Delete all?' }).label).toBe('Delete all? [y/N]');
});

test('only a yes is a yes', () => {
  expect(['y', 'Y', 'yes', ' Yes '].every(isYes)).toBe(true);
  expect(['', 'n', 'yup', 'yes please', 'j'].some(isYes)).toBe(false);
});
