import { expect, test } from '@jest/globals';
import type { At } from '#schemas/stores/address.js';
import { CALL, convention, inShort, native, openSpec, openStore, portsIn } from './open-store.js';

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
  expect(await read(native('A=B'), native(''), native('A\0'), { ...native('ALPHA'), field: 'x' } as At)).toEqual(
    Array(4).fill('failed unsupported'),
  ));

test('a name in the address is refused with what to write instead', async () =>
  expect(await openSpec('env://ALPHA', ports)).toEqual({
    kind: 'refused',
    failure: {
      kind: 'unsupported',
      detail: 'env does not accept a name in its address',
      help: 'use `ref = { item = "NAME" }`',
    },
  }));

test('env is read-only', async () => {
  const store = await openStore('env', ports);
  expect([store.write, store.remove, store.list]).toEqual([undefined, undefined, undefined]);
  expect([await store.refusesWrite(convention('A')), await store.refusesRemove(convention('A'))]).toEqual([
    'env is read-only',
    'env is read-only',
  ]);
});

test('an absent variable is told by its name where the secret has another', async () => {
  const store = await openStore('env', portsIn('/nowhere'));
  expect([await store.absence(convention('A')), await store.absence(native('OTHER'))]).toEqual([
    'not in the environment',
    'no OTHER in the environment',
  ]);
});
