/** Keys, read back by node:crypto. `test/stores/secret-types.mjs` gives them to the programs that people use. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { readPrivateKey } from 'openpgp';
import { field, integerField, opensshPem } from '#runtime/secret-types/openssh-format.js';
import { made } from './made.js';

const jwkOf = async (options = {}) => JSON.parse(await made('jwk_private_key', options));

describe('rsa_private_key', () => {
  test('is PKCS#1 PEM with LF, 2048 bits and e = 65537', async () => {
    const pem = await made('rsa_private_key');
    expect(pem).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n([A-Za-z0-9+/=]{1,64}\n)+-----END RSA PRIVATE KEY-----\n$/u);
    const details = createPrivateKey(pem).asymmetricKeyDetails;
    expect(details).toMatchObject({ modulusLength: 2048, publicExponent: 65_537n });
  });
  test.each([512, 1024])('has %i bits', async (bits) =>
    expect(createPrivateKey(await made('rsa_private_key', { bits })).asymmetricKeyDetails?.modulusLength).toBe(bits),
  );
});

describe('wireguard_private_key', () => {
  test('is clamped', async () => {
    for (let times = 0; times < 200; times++) {
      const text = await made('wireguard_private_key');
      const key = Buffer.from(text, 'base64');
      expect([text.length, key.length, (key[0] ?? 0) & 7, (key[31] ?? 0) & 0xc0]).toEqual([44, 32, 0, 0x40]);
    }
  });
});

test('age_identity is one line in upper case, without its end', async () =>
  expect(await made('age_identity')).toMatch(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/u));

describe('jwk_private_key', () => {
  test.each([
    [{}, ['kty', 'alg', 'use', 'key_ops', 'crv', 'x', 'd'], { kty: 'OKP', alg: 'Ed25519', crv: 'Ed25519' }],
    [
      { algorithm: 'p256', kid: 'k 1' },
      ['kty', 'kid', 'alg', 'use', 'key_ops', 'crv', 'x', 'y', 'd'],
      { kty: 'EC', kid: 'k 1', alg: 'ES256', crv: 'P-256' },
    ],
    [
      { algorithm: 'rsa', bits: 2048 },
      ['kty', 'alg', 'use', 'key_ops', 'n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'],
      { kty: 'RSA', alg: 'RS256', e: 'AQAB' },
    ],
  ])('%o', async (options, members, values) => {
    const jwk = await jwkOf(options);
    expect(Object.keys(jwk)).toEqual(members);
    expect(jwk).toMatchObject({ ...values, use: 'sig', key_ops: ['sign'] });
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    const hash = jwk.kty === 'OKP' ? null : 'sha256';
    expect(verify(hash, Buffer.from('x'), createPublicKey(key), sign(hash, Buffer.from('x'), key))).toBe(true);
  });
  test('is compact and has no newline', async () => expect(await made('jwk_private_key')).not.toMatch(/\s/u));
  test('coordinates keep their leading zeros', async () => {
    for (let times = 0; times < 300; times++) {
      const { x, y, d } = await jwkOf({ algorithm: 'p256' });
      expect([x, y, d].map((text) => text.length)).toEqual([43, 43, 43]);
    }
  });
});

describe('ssh_private_key', () => {
  const bodyOf = (pem: string) => Buffer.from(pem.split('\n').slice(1, -2).join(''), 'base64');

  test('is PEM of OpenSSH with LF and lines of 70 characters', async () =>
    expect(await made('ssh_private_key')).toMatch(
      /^-----BEGIN OPENSSH PRIVATE KEY-----\n([A-Za-z0-9+/]{70}\n)+[A-Za-z0-9+/]{1,70}={0,2}\n-----END OPENSSH PRIVATE KEY-----\n$/u,
    ));
  test.each(['', 'me@host', 'née Müller', 'x'.repeat(300)])('holds the comment %o, and is padded', async (comment) => {
    const body = bodyOf(await made('ssh_private_key', { comment }));
    const at = body.lastIndexOf(field(comment));
    const padding = [...body.subarray(at + field(comment).length)];
    expect(padding).toEqual(padding.map((_, index) => index + 1));
    expect(padding.length).toBeLessThan(8);
  });
  test.each([
    [[0x7f], [0, 0, 0, 1, 0x7f]],
    [[0x80], [0, 0, 0, 2, 0, 0x80]],
    [
      [0, 0, 5],
      [0, 0, 0, 1, 5],
    ],
    [[0], [0, 0, 0, 0]],
  ])('the number %o is written as RFC 4251 wants it', (bytes, written) =>
    expect([...integerField(Buffer.from(bytes))]).toEqual(written),
  );
  test('a key that fills its blocks has no padding', () => {
    const key = { algorithm: 'ssh-test', publicFields: [], privateFields: [] };
    // Two check numbers, the algorithm, and a comment: 8 + 12 + 4 + 0 bytes.
    const body = bodyOf(opensshPem(key, ''));
    expect(body.subarray(-8)).toEqual(Buffer.concat([Buffer.from('test'), field('')]));
  });
});

describe('openpgp_private_key', () => {
  const userId = ' Ann Müller (x) <ann@shop.example> ';
  const read = async (options = {}) =>
    readPrivateKey({ armoredKey: await made('openpgp_private_key', { user_id: userId, ...options }) });
  const flagsOf = (flags: Uint8Array | null | undefined) => flags?.[0];

  test('has one user ID, as it is, and a primary key that only certifies', async () => {
    const key = await read();
    expect(key.getUserIDs()).toEqual([userId]);
    expect(flagsOf(key.users[0]?.selfCertifications[0]?.keyFlags)).toBe(1);
    expect(await key.getExpirationTime()).toBe(Number.POSITIVE_INFINITY);
    expect(key.getAlgorithmInfo()).toMatchObject({ algorithm: 'eddsaLegacy', curve: 'ed25519Legacy' });
    expect(key.isDecrypted()).toBe(true);
  });
  test.each([
    [
      ['sign', 'encrypt'],
      [2, 12],
    ],
    [
      ['encrypt', 'sign'],
      [2, 12],
    ],
    [['sign'], [2]],
    [['encrypt'], [12]],
  ])('%o: a subkey for each', async (capabilities, flags) => {
    const { subkeys } = await read({ capabilities });
    const found = await Promise.all(subkeys.map(async (subkey) => flagsOf((await subkey.verify()).keyFlags)));
    expect(found).toEqual(flags);
  });
  test('algorithm rsa is used for all of its keys', async () => {
    const key = await read({ algorithm: 'rsa', bits: 2048 });
    const infos = [key, ...key.subkeys].map((one) => one.getAlgorithmInfo());
    expect(infos).toEqual(infos.map(() => ({ algorithm: 'rsaEncryptSign', bits: 2048 })));
    expect(infos).toHaveLength(3);
  });
  test('prefers ciphers, hashes and compression as documented', async () => {
    const { users } = await read();
    expect(users[0]?.selfCertifications[0]).toMatchObject({
      preferredSymmetricAlgorithms: [9, 7],
      preferredHashAlgorithms: [10, 8],
      preferredCompressionAlgorithms: [2, 0],
    });
  });
});

// What the compiler never lets through, but a plan file could hold.
test.each([
  ['ssh_private_key', { algorithm: 'dsa' }],
  ['ssh_private_key', { comment: 1 }],
  ['jwk_private_key', { algorithm: 'dsa' }],
  ['openpgp_private_key', { user_id: 'x', algorithm: 'dsa' }],
  ['openpgp_private_key', {}],
  ['rsa_private_key', { bits: 'many' }],
  ['passphrase', { words: -1 }],
  ['passphrase', { separator: 1 }],
  ['mnemonic', { words: 'many' }],
  ['command', {}],
])('%s with options %o fails', async (type, options) => expect(await made(type, options)).toMatch(/^\(`\w+` is /u));
