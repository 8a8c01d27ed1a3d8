/** Which stores may have to be unlocked. */
import { expect, test } from '@jest/globals';
import { unlockNote } from '#runtime/cli/views/unlock-note.js';

const noteOn = (...uris: readonly string[]) =>
  unlockNote(uris.map((uri) => ({ scheme: uri.split(':')[0] ?? '', uri })));

test('names the stores and how often each is unlocked', () => {
  expect(noteOn('keyring')).toBe('Reading keyring may require an unlock.');
  expect(noteOn('keyring', 'pass')).toBe('Reading keyring and pass may require up to 2 unlocks.');
  expect(noteOn('pass://?store_dir=~/a', 'pass://?store_dir=~/b')).toMatch(/up to 2 unlocks/u);
});

test('stores that differ only in their entries are unlocked together', () => {
  expect(noteOn('keyring', 'keyring://team/{key}')).toBe(
    'Reading keyring and keyring://team/{key} may require an unlock.',
  );
});

test('many stores are counted, and shown without credentials', () => {
  const many = Array.from({ length: 5 }, (_, index) => `pass://?store_dir=${index}`);
  expect(noteOn(...many)).toBe(
    'Reading pass://?store_dir=0, pass://?store_dir=1, pass://?store_dir=2 and 2 more may require up to 5 unlocks.',
  );
  const hidden = { scheme: 'onepassword', uri: 'onepassword://secret@v', shown: 'onepassword://***@v' };
  expect(unlockNote([hidden])).toBe('Reading onepassword://***@v may require an unlock.');
});
