import { expect, test } from '@jest/globals';
import type { At } from '#schemas/addresses/address.js';
import { CALL, convention, native, openStore, portsIn, says, usableStore } from './open-store.js';

const ports = portsIn('/nowhere', { ALPHA: 'a' });

test('every address is taken and every read is a miss', async () => {
  const store = await openStore('null', ports);
  const everything: At = { kind: 'native', item: '', field: 'f', vault: 'v', section: 's', version: '1' };
  expect(await store.read([convention('ALPHA'), native('a/b'), everything], CALL)).toEqual(
    Array(3).fill({ kind: 'absent' }),
  );
  expect(store.shown).toBe('null://');
});

test('it keeps nothing, and says so', async () => {
  const store = await openStore('null://', ports);
  expect([store.write, store.remove, store.list]).toEqual([undefined, undefined, undefined]);
  expect(await says(store).refusesWrite(convention('A'))).toBe('null stores nothing');
  expect((await usableStore('null', ports)).abilities.keeps).toEqual({ generated: false, prompted: false });
});

test('nothing is ever in it', async () =>
  expect(await says(await openStore('null', ports)).absence(convention('A'))).toBe('null stores nothing'));
