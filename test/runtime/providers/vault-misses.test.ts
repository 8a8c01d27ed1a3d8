/** Only the server's own 404 means that an entry does not exist. */
import { describe, expect, test } from '@jest/globals';
import type { HttpOutcome } from '#runtime/http/http.js';
import type { FakeRequest, FakeResponse } from '../../helpers/fake-http.js';
import { failure, opened, read, SPEC, world, write } from './kv-world.js';
import { CALL, convention } from './open-store.js';

const NEW = convention('NEW');

/** Every request that begins like this gets the answer. */
function answering(start: string, answer: FakeResponse | HttpOutcome) {
  world.first = ({ method, path }: FakeRequest) => (`${method} ${path}`.startsWith(start) ? answer : null);
}

const FOREIGN: [string, FakeResponse][] = [
  ['an empty body', { status: 404 }],
  ['a page', { status: 404, body: '<html>Not Found' }],
  ['another JSON', { status: 404, body: { message: 'no Route matched with those values' } }],
  ['a text as errors', { status: 404, body: { errors: 'none' } }],
  ['objects as errors', { status: 404, body: { errors: [{ status: '404', title: 'Not Found' }] } }],
];

describe.each(['', '/old?kv=1'])('a 404 that the server did not send: %s', (rest) => {
  test.each(FOREIGN)('with %s it is not a missing entry', async (_, answer) => {
    const store = await opened(`${SPEC}${rest}`);
    answering(rest === '' ? 'GET /v1/secret/' : 'GET /v1/old/', answer);
    expect(await failure(store)).toMatchObject({ kind: 'malformed' });
    expect(await write(store, 'NEW', 'x', { onlyIfAbsent: true })).toMatchObject({ failure: { kind: 'malformed' } });
    expect(await store.list?.(CALL)).toMatchObject({ failure: { kind: 'malformed' } });
    if (store.remove) expect(await store.remove([NEW], CALL)).toMatchObject([{ failure: { kind: 'malformed' } }]);
    expect(world.fake.asked.filter((line) => !line.startsWith('GET'))).toEqual([]);
  });
});

test('a 404 with words is not a missing entry: of one the server says nothing', async () => {
  const store = await opened();
  answering('GET /v1/', { status: 404, body: { errors: ['unsupported path'] } });
  const refusal = { kind: 'failed', detail: 'Vault answered with status 404: unsupported path' };
  expect(await failure(store)).toMatchObject(refusal);
  expect(await write(store, 'NEW', 'x', { onlyIfAbsent: true })).toMatchObject({ failure: refusal });
  expect(await store.list?.(CALL)).toMatchObject({ failure: refusal });
  expect(await store.remove?.([NEW], CALL)).toMatchObject([{ failure: refusal }]);
});

describe('if the version of the mount is unknown', () => {
  const PROBE = 'GET /v1/sys/internal/ui/mounts/';

  test.each<[string, FakeResponse | HttpOutcome, string]>([
    ['a timeout', { kind: 'failed', why: 'timeout', detail: 'late' }, 'timeout'],
    ['no way', { kind: 'failed', why: 'unreachable', detail: 'gone' }, 'unreachable'],
    ['429', { status: 429, body: { errors: [] } }, 'busy'],
    ['500', { status: 500, body: { errors: [] } }, 'failed'],
    ['a seal', { status: 503, body: { errors: ['Vault is sealed'] } }, 'locked'],
    ['a page', { status: 404, body: '<html>' }, 'malformed'],
    ['no data', { status: 200, body: {} }, 'malformed'],
  ])('%s is a failure, and the next read tries again', async (_, answer, kind) => {
    const store = await opened(`${SPEC}/old`);
    answering(PROBE, answer);
    expect(await failure(store, NEW)).toMatchObject({ kind });
    expect(await write(store, 'NEW', 'x', { onlyIfAbsent: true })).toMatchObject({ failure: { kind } });
    world.first = null;
    expect(await failure(store, NEW)).toMatchObject({ detail: '`old` is version 1 of the KV engine' });
    expect(world.fake.asked.filter((line) => line.startsWith('POST'))).toEqual([]);
  });

  test('the one in the URI is trusted where the token may not ask', async () => {
    answering(PROBE, { status: 403, body: { errors: ['permission denied'] } });
    expect(await read(await opened(), NEW, convention('OTHER'))).toEqual(['absent', 'absent']);
    expect(world.fake.asked.filter((line) => line.startsWith(PROBE))).toHaveLength(1);
  });

  test('so it is where the server cannot say', async () => {
    world.vault.knowsMountInfo = false;
    expect(await read(await opened(), NEW)).toEqual(['absent']);
    expect(await failure(await opened(`${SPEC}/secret?kv=1`), NEW)).toMatchObject({ kind: 'malformed' });
  });
});
