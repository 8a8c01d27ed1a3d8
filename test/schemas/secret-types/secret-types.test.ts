/** Types, their options and their defaults (spec 2.8, semantics 9). */
import { describe, expect, test } from '@jest/globals';
import type { Json } from '#schemas/plan.js';
import type { SecretTypeDescriptor } from '#schemas/secret-types/descriptor.js';
import { fillDefaults, secretTypeNames, secretTypeOf, secretTypes } from '#schemas/secret-types/index.js';
import { judgeOptions, optionWords } from '#schemas/secret-types/judge-options.js';

const words = (type: string, generate: true | Record<string, Json>) =>
  judgeOptions(type, generate).map((fault) => optionWords(fault).message);
const user = { user_id: 'A B <a@b.example>' };
const san = { san: ['dns:api.example.com'] };

test('the specification lists nineteen', () => expect(secretTypeNames).toHaveLength(19));
test('each stands under its own name', () => {
  for (const [name, { type }] of Object.entries(secretTypes)) expect(type).toBe(name);
});
test('what is converted comes from types that exist, and is not generated', () => {
  const all: readonly SecretTypeDescriptor[] = Object.values(secretTypes);
  for (const { can, convertsFrom, options } of all) {
    expect(can.includes('convert')).toBe(convertsFrom.length > 0);
    expect(can.includes('generate')).toBe(convertsFrom.length === 0);
    expect(convertsFrom.filter((from) => secretTypeOf(from) === null)).toEqual([]);
    if (!can.includes('generate')) expect(options).toEqual({});
  }
});
test('a stranger is none', () => {
  expect(secretTypeOf('passwrd')).toBeNull();
  expect(secretTypeOf('constructor')).toBeNull();
  expect(judgeOptions('passwrd', true)).toEqual([]);
});

describe('options that fit', () => {
  test.each<[string, true | Record<string, Json>]>([
    ['password', true],
    ['password', { length: 0, charset: 'ascii' }],
    ['password', { length: 10000 }],
    ['hex', { bytes: 0 }],
    ['base64', { bytes: 64 }],
    ['uuid', {}],
    ['command', { command: '' }],
    ['rsa_private_key', { bits: 4096 }],
    ['openpgp_private_key', user],
    ['openpgp_private_key', { ...user, algorithm: 'rsa', bits: 2048, capabilities: ['encrypt'] }],
    ['ssh_private_key', { algorithm: 'rsa', bits: 8192, comment: 'me@host' }],
    ['passphrase', { words: 6, separator: '. ' }],
    ['mnemonic', { words: 12, algorithm: 'bip39', language: 'english' }],
    ['jwk_private_key', { algorithm: 'p256', kid: 'k' }],
    ['wireguard_private_key', true],
    ['age_identity', {}],
    ['x509_identity', { ...san, valid_for: '200d', usages: ['client_auth', 'server_auth'] }],
    ['x509_identity', { san: ['dns:*.example.com', 'ip:192.0.2.1', 'ip:::1', 'ip:2001:db8::192.0.2.1'] }],
  ])('%s %j', (type, generate) => expect(words(type, generate)).toEqual([]));
});

describe('options that do not', () => {
  test.each<[string, true | Record<string, Json>, string]>([
    ['password', { len: 3 }, '`len` is not an option of `generate`'],
    ['password', { length: -1 }, '`length` of `password` must be between 0 and 1048576'],
    ['password', { length: 1.5 }, '`length` of `password` must be a whole number'],
    ['password', { charset: 'emoji' }, '`charset` of `password` must be `alphanumeric` or `ascii`'],
    ['hex', { length: 3 }, '`length` is not an option of `hex`'],
    ['uuid', { bytes: 3 }, '`bytes` is not an option of `uuid`'],
    ['password', { bits: 2048 }, '`bits` is not an option of `password`'],
    ['command', true, '`command` needs the option `command`'],
    ['command', {}, '`command` needs the option `command`'],
    ['openpgp_private_key', true, '`openpgp_private_key` needs the option `user_id`'],
    ['openpgp_private_key', { user_id: ' ' }, '`user_id` of `openpgp_private_key` must not be blank'],
    [
      'openpgp_private_key',
      { user_id: 'a\nb' },
      '`user_id` of `openpgp_private_key` must not contain control characters',
    ],
    ['openpgp_private_key', { ...user, bits: 3072 }, '`bits` of `openpgp_private_key` requires `algorithm = "rsa"`'],
    [
      'openpgp_private_key',
      { ...user, algorithm: 'rsa', bits: 1024 },
      '`bits` of `openpgp_private_key` must be between 2048 and 8192',
    ],
    [
      'openpgp_private_key',
      { ...user, algorithm: 'RSA' },
      '`algorithm` of `openpgp_private_key` must be `ed25519` or `rsa`',
    ],
    [
      'openpgp_private_key',
      { ...user, capabilities: [] },
      '`capabilities` of `openpgp_private_key` must be a list with at least one entry',
    ],
    [
      'openpgp_private_key',
      { ...user, capabilities: ['sign', 'sign'] },
      '`capabilities` of `openpgp_private_key` must not contain duplicates',
    ],
    [
      'openpgp_private_key',
      { ...user, capabilities: ['x'] },
      '`capabilities` of `openpgp_private_key` must contain only `sign` or `encrypt`',
    ],
    ['openpgp_private_key', { ...user, comment: 'x' }, '`comment` is not an option of `openpgp_private_key`'],
    ['ssh_private_key', user, '`user_id` is not an option of `ssh_private_key`'],
    ['ssh_private_key', { bits: 4096 }, '`bits` of `ssh_private_key` requires `algorithm = "rsa"`'],
    ['ssh_private_key', { algorithm: 'rsa', bits: 16384 }, '`bits` of `ssh_private_key` must be between 2048 and 8192'],
    ['ssh_private_key', { comment: 'a\u0007b' }, '`comment` of `ssh_private_key` must not contain control characters'],
    [
      'ssh_private_key',
      { algorithm: 'dsa', bits: 2048 },
      '`algorithm` of `ssh_private_key` must be `ed25519` or `rsa`',
    ],
    ['passphrase', { words: 5 }, '`words` of `passphrase` must be between 6 and 64'],
    ['passphrase', { separator: '' }, '`separator` of `passphrase` must not be empty'],
    ['mnemonic', { words: 13 }, '`words` of `mnemonic` must be one of 12, 15, 18, 21, 24'],
    ['x509_identity', true, '`x509_identity` needs the option `san`'],
    ['x509_identity', { san: ['api.example.com'] }, '`san` of `x509_identity` must start with `dns:` or `ip:`'],
    [
      'x509_identity',
      { san: ['dns:a..b'] },
      '`san` of `x509_identity` must name an ASCII host, as in `dns:api.example.com`',
    ],
    ['x509_identity', { san: ['ip:1.2.3.256'] }, '`san` of `x509_identity` must name an address, as in `ip:192.0.2.1`'],
    ['x509_identity', { san: ['ip:1::2::3'] }, '`san` of `x509_identity` must name an address, as in `ip:192.0.2.1`'],
    ['x509_identity', { ...san, valid_for: '201d' }, '`valid_for` of `x509_identity` must be `1d` to `200d`'],
    ['pkcs12', true, '`pkcs12` is exported from another secret and cannot be generated'],
  ])('%s %j', (type, generate, message) => expect(words(type, generate)).toEqual([message]));
});

test('a slip is told apart from a stranger', () => {
  expect(judgeOptions('password', { lenght: 3 })).toEqual([{ kind: 'unknown', option: 'lenght', nearest: 'length' }]);
});

describe('what stands in the plan', () => {
  test.each<[string, Record<string, Json>, Record<string, Json>]>([
    ['password', {}, { charset: 'alphanumeric', length: 32 }],
    ['password', { length: 0 }, { charset: 'alphanumeric', length: 0 }],
    ['uuid', {}, {}],
    ['mnemonic', {}, { algorithm: 'bip39', language: 'english', words: 24 }],
    ['ssh_private_key', {}, { algorithm: 'ed25519', comment: '' }],
    ['ssh_private_key', { algorithm: 'rsa' }, { algorithm: 'rsa', bits: 3072, comment: '' }],
    [
      'openpgp_private_key',
      { user_id: 'u', capabilities: ['encrypt', 'sign'] },
      { algorithm: 'ed25519', capabilities: ['sign', 'encrypt'], user_id: 'u' },
    ],
    ['jwk_private_key', {}, { algorithm: 'ed25519' }],
    [
      'x509_identity',
      san,
      { algorithm: 'p256', issuer: 'self_signed', ...san, usages: ['server_auth'], valid_for: '30d' },
    ],
  ])('%s %j', (type, options, expected) => expect({ ...fillDefaults(type, options) }).toEqual(expected));
  test('names are sorted', () => expect(Object.keys(fillDefaults('password', {}))).toEqual(['charset', 'length']));
});
