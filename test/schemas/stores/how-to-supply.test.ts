/** What to do about a missing entry of a store that can only be read: in the names of the store. */
import { expect, test } from '@jest/globals';
import { howToSupply } from '#schemas/stores/how-to-supply.js';

const AT = { kind: 'convention', project: 'shop', profile: 'live', key: 'DB_URL' } as const;

test.each([
  ['ejson', '/shop/live/DB_URL'],
  ['env', ' DB_URL '],
  ['systemd-credential', 'LoadCredential=DB_URL:'],
  ['dashlane', 'tool/shop/live/DB_URL'],
  ['passbolt', 'tool/shop/live/DB_URL'],
  ['bws://0f8fad5b-d9cb-469f-a165-70867728950e', ' DB_URL '],
])('%s: by convention %s', (spec, name) => expect(howToSupply(spec, AT)).toContain(name));

test('an item is named as it is', () => {
  expect(howToSupply('ejson', { kind: 'native', item: '/a/b' })).toContain('/a/b');
});

test('a store that can be written needs no instruction, and of an unknown one none is known', () => {
  expect(['dotenv', 'acme://x', 'not a spec'].map((spec) => howToSupply(spec, AT))).toEqual([null, null, null]);
});
