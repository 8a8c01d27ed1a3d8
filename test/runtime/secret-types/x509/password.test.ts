/** The derivation of PKCS#12: what openssl makes of it, and that it lets other work go on. */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type PasswordDerivation, derivedKey, FOR, spellingsOf } from '#runtime/secret-types/x509/password.js';

const SALT = Buffer.from('0123456789abcdef', 'hex');
const [PASSWORD = Buffer.alloc(0)] = spellingsOf('smeg');
const how = (more: Partial<PasswordDerivation>): PasswordDerivation => ({
  digest: 'sha1',
  salt: SALT,
  iterations: 1,
  purpose: FOR.encryption,
  length: 20,
  ...more,
});

test('one round is one digest, and more are digests of digests', async () => {
  const once = createHash('sha1')
    .update(Buffer.concat([Buffer.alloc(64, 1), Buffer.alloc(64, SALT), Buffer.alloc(64, PASSWORD)]))
    .digest();
  expect(await derivedKey(PASSWORD, how({}))).toEqual(once);
  let many: Buffer = once;
  for (let round = 1; round < 25_000; round++) many = createHash('sha1').update(many).digest();
  expect(await derivedKey(PASSWORD, how({ iterations: 25_000 }))).toEqual(many);
});

test('a long one lets a signal be heard', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await derivedKey(PASSWORD, how({ iterations: 500_000 }));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
