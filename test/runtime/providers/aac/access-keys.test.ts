/** Connection strings: which are used, and how requests are signed with them. */
import { describe, expect, test } from '@jest/globals';
import { signatureOf } from '#runtime/providers/aac/connection-string.js';
import { CONNECTION_STRING } from '../../../helpers/doubles/app-configuration.js';
import { failureOf, readAll, writeOne } from '../http-world.js';
import { CALL, convention } from '../open-store.js';
import { double, SPEC, world } from './configuration-world.js';

describe('access keys', () => {
  const KEYED = `${SPEC}?auth=connection_string`;
  const keyed = (text: string) => world({ connection_string: text });

  test('every request is signed, and nothing is signed in to', async () => {
    const { open, sent } = keyed(`${CONNECTION_STRING}\n`);
    const store = await open(`${KEYED}&label=a%20b`);
    expect(await writeOne(store, convention('NEW'), 'canary-new')).toEqual({ kind: 'written' });
    expect(await readAll(store, convention('NEW'))).toEqual(['found canary-new']);
    expect(await store.remove?.([convention('NEW')], CALL)).toEqual([{ kind: 'removed' }]);
    expect(sent.every(({ headers }) => headers['authorization']?.startsWith('HMAC-SHA256 Credential=key-1&'))).toBe(
      true,
    );
  });

  test('a wrong clock is put right by that of the service', async () => {
    double.configuration.aheadMs = 3_600_000;
    const { open, sent } = keyed(CONNECTION_STRING);
    expect(await readAll(await open(KEYED), convention('HELD'))).toEqual(['found canary-held']);
    expect(sent).toHaveLength(2);
  });

  test('a key that is not known is refused once', async () => {
    double.configuration.keys.clear();
    const { open, sent } = keyed(CONNECTION_STRING);
    expect(await failureOf(await open(KEYED), convention('HELD'))).toMatchObject({
      kind: 'denied',
      help: expect.stringContaining('check the connection string'),
    });
    expect(sent).toHaveLength(1);
  });

  test.each([
    '',
    'canary',
    CONNECTION_STRING.replace(';Secret', ';secret'),
    `${CONNECTION_STRING};Id=other`,
    `${CONNECTION_STRING};More=1`,
    CONNECTION_STRING.replace(/Secret=.*/, 'Secret='),
    CONNECTION_STRING.replace(/Secret=.*/, 'Secret=canary!'),
    CONNECTION_STRING.replace('key-1', 'a b'),
    CONNECTION_STRING.replace('demo-store', 'other-store'),
    CONNECTION_STRING.replace('https:', 'http:'),
    CONNECTION_STRING.replace('.io;', '.io:8443;'),
  ])('%j signs nothing', async (text) => {
    const { open, sent } = keyed(text);
    const failure = await failureOf(await open(KEYED), convention('HELD'));
    expect(failure).toMatchObject({ kind: 'unsupported' });
    expect(JSON.stringify(failure)).not.toMatch(/canary|other-store|Y2Fu/);
    expect(sent).toEqual([]);
  });

  test('the endpoint of the connection string may end in a slash and have capitals', async () => {
    const { open } = keyed(CONNECTION_STRING.replace('demo-store.azconfig.io', 'Demo-Store.azconfig.io/'));
    expect(await readAll(await open(KEYED), convention('HELD'))).toEqual(['found canary-held']);
  });
});

test('a request is signed as in the reference', () => {
  const key = { kind: 'key', id: 'ABCD', secret: Buffer.from('MTIzNDU2Nzg5MGFiY2RlZg==', 'base64') } as const;
  const request = { method: 'GET', path: '/kv/tool%3Amyapp%3Aprod%3AKEY?api-version=1.0' } as const;
  expect(signatureOf(request, key, 'example.azconfig.io', new Date('2018-05-11T18:48:36Z'))).toEqual({
    'x-ms-date': 'Fri, 11 May 2018 18:48:36 GMT',
    'x-ms-content-sha256': '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    authorization:
      'HMAC-SHA256 Credential=ABCD&SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=tzvVUtJsBz3Kg33QzT/ztt75m2Mw6GjZ2hUevn07JEo=',
  });
});
