import { expect, test } from '@jest/globals';
import { integer } from '#runtime/secret-types/x509/der.js';
import { decrypted, encrypted } from '#runtime/secret-types/x509/encryption.js';
import { macOf, spellingFor } from '#runtime/secret-types/x509/mac.js';
import { Refused } from '#runtime/secret-types/x509/refused.js';
import { Rounds } from '#runtime/secret-types/x509/rounds.js';

const MILLION = 1_000_000;
const reasonOf = async (work: () => unknown) => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};
const TOGETHER = 'all parts of it together take more than 3000000 iterations';

test('one derivation is limited, and so are all of an archive together', async () => {
  const rounds = new Rounds();
  expect(await reasonOf(() => rounds.take(integer(MILLION + 1), 'encryption'))).toBe(
    'its encryption takes more than 1000000 iterations',
  );
  expect(await reasonOf(() => rounds.take(integer(0), 'MAC'))).toBe('its MAC takes more than 1000000 iterations');
  for (const part of ['MAC', 'encryption', 'encryption'] as const)
    expect(rounds.take(integer(MILLION), part)).toBe(MILLION);
  expect(await reasonOf(() => rounds.take(integer(1), 'encryption'))).toBe(TOGETHER);
  expect(await reasonOf(() => new Rounds().take(integer(MILLION), 'encryption', 4))).toBe(TOGETHER);
  expect(new Rounds().take(undefined, 'MAC')).toBe(1);
});

test('bags and the MAC of an archive take from the same', async () => {
  const { algorithm, data } = await encrypted(Buffer.from('canary'), 'password', 1000);
  const content = Buffer.from('content');
  const mac = await macOf('password', content, 1000);
  const rounds = new Rounds();
  const spelling = await spellingFor('password', mac, content, rounds);
  const password = { text: 'password', spelling: spelling ?? Buffer.alloc(0), rounds };
  expect(spelling).not.toBeNull();
  for (let part = 0; part < 2; part++) rounds.take(integer(MILLION), 'encryption');
  rounds.take(integer(MILLION - 2000), 'encryption');
  expect((await decrypted(algorithm, data, password)).toString()).toBe('canary');
  expect(await reasonOf(() => decrypted(algorithm, data, password))).toBe(TOGETHER);
  expect(await reasonOf(() => spellingFor('password', mac, content, rounds))).toBe(TOGETHER);
});
