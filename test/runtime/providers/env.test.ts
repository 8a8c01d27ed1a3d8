import { expect, test } from '@jest/globals';
import type { At } from '#schemas/addresses/address.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

const ports = portsIn('/nowhere', { ALPHA: 'a', EMPTY: '', BYTES: Buffer.from([0xff, 0x0a]) });
const read = async (...at: readonly At[]) => (await (await openStore('env', ports)).read(at, CALL)).map(inShort);

test('a variable is read byte for byte, by the name of the secret or by item', async () =>
  expect(await read(convention('ALPHA'), native('ALPHA'), convention('BYTES'))).toEqual([
    'found a',
    'found a',
    'found \xff\n',
  ]));

test('an empty variable is there, an unset one is not, and names have a case', async () =>
  expect(await read(convention('EMPTY'), convention('BETA'), convention('alpha'))).toEqual([
    'found ',
    'absent',
    'absent',
  ]));

test('what can be no name of a variable is refused', async () =>
  expect(await read(native('A=B'), native(''), native('A\0'))).toEqual(Array(3).fill('failed unsupported')));

test('env is read-only', async () => {
  const store = await openStore('env', ports);
  expect([store.write, store.remove, store.list]).toEqual([undefined, undefined, undefined]);
  expect([await says(store).refusesWrite(convention('A')), await says(store).refusesRemove(convention('A'))]).toEqual([
    'env is read-only',
    'env is read-only',
  ]);
});

test('an absent variable is told by its name where the secret has another', async () => {
  const store = await openStore('env', portsIn('/nowhere'));
  expect([await says(store).absence(convention('A')), await says(store).absence(native('OTHER'))]).toEqual([
    'not in the environment',
    'no OTHER in the environment',
  ]);
});
