/** The X.509 family: identities of ours and of openssl, checked and exported. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { secretTypeModule } from '#runtime/secret-types/index.js';
import { addressBytes } from '#runtime/secret-types/x509/address-bytes.js';
import { faultOf } from '#runtime/secret-types/x509/identity.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { named } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { fillDefaults } from '#schemas/secret-types/index.js';
import { generatorPorts } from './made.js';

async function identity(options: Readonly<Record<string, Json>>): Promise<SecretValue> {
  const module = await secretTypeModule('x509_identity');
  const made = await module?.generate?.(fillDefaults('x509_identity', options), generatorPorts());
  if (made?.kind !== 'generated') throw new Error(made?.reason);
  return made.value;
}

const check = async (value: SecretValue, password?: string) => {
  const module = await secretTypeModule('x509_identity');
  const roles = password === undefined ? [] : [['password', SecretValue.fromText(password)] as [string, SecretValue]];
  const checked = await module?.check?.(value, named(roles), new Date());
  return checked?.kind === 'failed' ? checked.reason : checked?.kind;
};

async function exported(value: SecretValue, type: string, format: 'pem' | 'der' | null = null, password?: string) {
  const roles = password === undefined ? [] : [['password', SecretValue.fromText(password)] as [string, SecretValue]];
  const module = await secretTypeModule(type);
  const made = await module?.convert?.(value, { from: 'x509_identity', format, roles: named(roles) });
  if (made?.kind !== 'converted') throw new Error(made?.reason);
  return made.value;
}

const certificateOf = async (value: SecretValue) =>
  new X509Certificate((await exported(value, 'x509_certificate')).reveal());

describe('a generated identity', () => {
  test('has a certificate for the names, signed by itself', async () => {
    const value = await identity({
      san: [`dns:${'a'.repeat(60)}.example`, 'dns:*.shop.example', 'ip:192.0.2.1', 'ip:2001:db8::1'],
    });
    expect(await check(value)).toBe('sound');
    const certificate = await certificateOf(value);
    expect(certificate.subject).toBe('CN=*.shop.example');
    expect(certificate.issuer).toBe('CN=*.shop.example');
    expect(certificate.subjectAltName).toBe(
      `DNS:${'a'.repeat(60)}.example, DNS:*.shop.example, IP Address:192.0.2.1, IP Address:2001:DB8:0:0:0:0:0:1`,
    );
    expect(certificate.ca).toBe(false);
    expect(certificate.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/u);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom) - 300_000) / 86_400_000;
    expect(days).toBe(30);
  });
  test('without a DNS name has a fixed name', async () => {
    const value = await identity({ san: ['ip:::1'], valid_for: '1d', usages: ['client_auth'] });
    expect(await check(value)).toBe('sound');
    const certificate = await certificateOf(value);
    expect([certificate.subject, certificate.keyUsage]).toEqual(['CN=X.509 identity', ['1.3.6.1.5.5.7.3.2']]);
  });
  test('is exported in every form', async () => {
    const value = await identity({ san: ['dns:shop.example'] });
    await check(value);
    const text = async (type: string) => (await exported(value, type)).revealText();
    const certificate = await certificateOf(value);
    expect(await text('x509_certificate')).toBe(certificate.toString());
    expect((await exported(value, 'x509_certificate', 'der')).reveal()).toEqual(certificate.raw);
    expect(await text('x509_certificate_chain')).toBe(certificate.toString());
    expect(await text('x509_issuer_chain')).toBe('');
    const key = createPrivateKey((await text('pkcs8_private_key')) ?? '');
    expect(certificate.checkPrivateKey(key)).toBe(true);
    const der = await exported(value, 'pkcs8_private_key', 'der');
    expect(Buffer.from(der.reveal())).toEqual(key.export({ type: 'pkcs8', format: 'der' }));
  });
  test('is exported with another password', async () => {
    const value = await identity({ san: ['dns:shop.example'] });
    await check(value);
    const archive = await exported(value, 'pkcs12', null, 'pässword 🔑');
    expect(await check(archive, 'pässword 🔑')).toBe('sound');
    expect(await check(archive, 'other')).toBe('the pkcs12 archive cannot be opened with the configured password');
    expect(await check(archive)).toBe('the pkcs12 archive cannot be opened with an empty password');
    expect((await certificateOf(archive)).raw).toEqual((await certificateOf(value)).raw);
  });
  test('is opened without work, because its password is empty', async () => {
    const bytes = Buffer.from((await identity({ san: ['dns:shop.example'] })).reveal());
    // The count of iterations of its MAC: 2,048.
    expect(bytes.subarray(-4).toString('hex')).toBe('02020800');
  });
  test('is valid from shortly before it was made, until it expires', async () => {
    const value = await identity({ san: ['dns:shop.example'], valid_for: '2d' });
    const minutes = (count: number) => faultOf(value, null, new Date(Date.now() + count * 60_000));
    expect(await minutes(-6)).toMatch(/^its certificate is valid only from \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u);
    expect(await minutes(-4)).toBeNull();
    expect(await minutes(2 * 24 * 60 - 1)).toBeNull();
    expect(await minutes(2 * 24 * 60 + 1)).toMatch(/^its certificate expired at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u);
  });
});

describe('what is not an archive', () => {
  test.each([
    ['', 'it is empty'],
    ['canary', 'it is not a pkcs12 archive'],
    ['\u0030\u0003\u0002\u0001\u0003', 'it is not a pkcs12 archive'],
    [
      'text\n-----BEGIN CERTIFICATE-----\n',
      'it is PEM, not a pkcs12 archive; convert it with `openssl pkcs12 -export`',
    ],
  ])('%j', async (text, reason) => expect(await check(SecretValue.fromText(text))).toBe(reason));
  test('more than 10 MiB', async () =>
    expect(await check(SecretValue.fromBytes(Buffer.alloc(10 * 2 ** 20 + 1)))).toBe('it is larger than 10 MiB'));
  test('an archive of which a byte is missing, or one too many', async () => {
    const bytes = (await identity({ san: ['dns:shop.example'] })).reveal();
    expect(await check(SecretValue.fromBytes(bytes.subarray(0, -1)))).toBe('it is not a pkcs12 archive');
    expect(await check(SecretValue.fromBytes(Buffer.concat([bytes, Buffer.from([0])])))).toBe(
      'it is not a pkcs12 archive',
    );
  });
});

describe('a hostile archive', () => {
  test('that is cut off anywhere is refused', async () => {
    const bytes = (await identity({ san: ['dns:shop.example'] })).reveal();
    const cuts = Array.from({ length: Math.floor(bytes.length / 10) }, (_, index) => bytes.subarray(0, index * 10 + 1));
    const reasons = await Promise.all(cuts.map((cut) => check(SecretValue.fromBytes(cut))));
    expect(new Set(reasons)).toEqual(new Set(['it is not a pkcs12 archive']));
  });
  test('cannot ask for hours of work', async () => {
    const value = await identity({ san: ['dns:shop.example'] });
    await check(value);
    const bytes = Buffer.from((await exported(value, 'pkcs12', null, 'password')).reveal());
    // The count of iterations of its MAC is the last number.
    expect(bytes.subarray(-5).toString('hex')).toBe('02030186a0');
    bytes.write('7fffff', bytes.length - 3, 'hex');
    expect(await check(SecretValue.fromBytes(bytes), 'password')).toBe('its MAC takes more than 1000000 iterations');
  });
});

test.each([
  ['192.0.2.255', 'c00002ff'],
  ['::', '0'.repeat(32)],
  ['::1', `${'0'.repeat(31)}1`],
  ['2001:db8::', `20010db8${'0'.repeat(24)}`],
  ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
  ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
])('%s in a certificate', (text, hex) => expect(addressBytes(text).toString('hex')).toBe(hex));
