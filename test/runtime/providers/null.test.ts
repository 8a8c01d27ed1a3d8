import { expect, test } from '@jest/globals';
import type { At } from '#schemas/stores/address.js';
import { CALL, convention, native, openSpec, openStore, portsIn } from './open-store.js';

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
  expect(await store.refusesWrite(convention('A'))).toBe('null stores nothing');
  expect((await store.abilities()).keeps).toEqual({ generated: false, prompted: false });
});

test('nothing is ever in it', async () =>
  expect(await (await openStore('null', ports)).absence(convention('A'))).toBe('null stores nothing'));

test('an address is refused', async () => expect((await openSpec('null://x', ports)).kind).toBe('refused'));
