/** What App Configuration has that other HTTP stores do not; the rest is in `azure/entra.test.ts` and `test/http-stores.test.ts`. */
import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { REFERENCE } from '../../helpers/doubles/app-configuration.js';
import { APPLICATION } from '../../helpers/doubles/entra.js';
import type { FakeRequest, FakeResponse } from '../../helpers/fake-http.js';
import { double, HELD, opened, SPEC, world } from './aac/configuration-world.js';
import { failureOf, httpWorld, readAll, writeOne } from './http-world.js';
import { CALL, convention, native, openSpec, portsIn, says } from './open-store.js';

const removeOne = async (spec: string, key: string) =>
  (await (await opened(spec)).remove?.([convention(key)], CALL))?.[0];

describe('addresses', () => {
  test('a prefix is before names by convention alone', async () => {
    double.configuration.put(`payments:${HELD}`, 'canary-below');
    expect(await readAll(await opened(`${SPEC}?prefix=payments:`), convention('HELD'), native(HELD))).toEqual([
      'found canary-below',
      'found canary-held',
    ]);
  });

  test('a label is exact, and none means none', async () => {
    double.configuration.put(HELD, 'canary-labelled', { label: 'prod,*\\' });
    double.configuration.put('ONLY', 'x', { label: 'prod' });
    const labelled = await opened(`${SPEC}?label=prod,*%5C`);
    expect(await readAll(labelled, convention('HELD'))).toEqual(['found canary-labelled']);
    expect(await readAll(await opened(), convention('HELD'), native('ONLY'))).toEqual(['found canary-held', 'absent']);
  });

  test('with tags, only key-values that have them are there', async () => {
    double.configuration.put('tagged', 'canary-tagged', { tags: { group: 'a*b,c\\d', app: 'x', more: '' } });
    const { open, sent } = world();
    const store = await open(`${SPEC}?tag=group=a*b%2Cc%5Cd&tag=app=x`);
    expect(await readAll(store, native('tagged'), convention('HELD'))).toEqual(['found canary-tagged', 'absent']);
    expect(sent.at(-1)?.path).toContain('&tags=group%3Da%5C%2Ab%5C%2Cc%5C%5Cd&tags=app%3Dx&');
    expect(await says(store).absence(convention('HELD'))).toContain(', with the tags of the address');
  });

  test.each([
    ['aac://Payments', 'https://payments.azconfig.io', 'https://appconfig.azure.com'],
    ['aac://payments?suffix=.AZCONFIG.IO.', 'https://payments.azconfig.io', 'https://appconfig.azure.com'],
    [
      'aac://payments.azconfig.azure.cn?audience=https://appconfig.azure.cn/',
      'https://payments.azconfig.azure.cn',
      'https://appconfig.azure.cn',
    ],
  ])('%s is asked at %s, with a token for %s', async (spec, origin, audience) => {
    double.configuration.audience = audience;
    const { open, fake, sent } = world();
    expect(await readAll(await open(spec), convention('HELD'))).toEqual(['found canary-held']);
    expect(fake.servers[0]?.origin).toBe(origin);
    expect(new URLSearchParams(sent[0]?.body).get('scope')).toBe(`${audience}/.default`);
  });

  test.each([
    native(''),
    native('.'),
    native('..'),
    native('a%b'),
    convention('A.B'),
    convention('A-B'),
    convention('defaults'),
    { ...convention('HELD'), profile: 'a:b' } as At,
    { ...convention('HELD'), project: '' } as At,
  ])('%p is refused before a request, and by what asks before a prompt', async (at) => {
    const { open, sent } = world();
    const store = await open(SPEC);
    expect(await failureOf(store, at)).toMatchObject({ kind: 'unsupported' });
    expect(await writeOne(store, at, 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(await store.remove?.([at], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
    expect(await says(store).refusesWrite(at)).not.toBeNull();
    expect(sent).toEqual([]);
  });

  test('a key by convention and one of a reference are one entry, another label is another', async () => {
    const identity = async (spec: string, at: At | null) => (await opened(spec)).identity(at);
    const held = await identity(SPEC, convention('HELD'));
    expect(await identity(`${SPEC}?tag=a=b&auth=cli&prefix=p`, native(HELD))).toBe(held);
    expect(await identity(`${SPEC}?label=x`, convention('HELD'))).not.toBe(held);
    expect(await identity(`${SPEC}?prefix=p`, convention('HELD'))).not.toBe(held);
  });

  test('says where it goes, and what is missing', async () => {
    const store = await opened(`${SPEC}?label=prod`);
    const target = `store=demo-store.azconfig.io key=${HELD} label=prod`;
    expect(await says(store).target(convention('HELD'))).toBe(target);
    expect(await says(store).absence(native('x'))).toBe('aac: no key-value x with the label prod');
  });

  test('another endpoint must be private', async () => {
    const elsewhere = portsIn('/nowhere', { TOOL_AAC_ENDPOINT: 'http://store.test' });
    expect(await openSpec(SPEC, elsewhere)).toMatchObject({ kind: 'refused' });
  });
});

describe('reading', () => {
  test('five keys are one request, equal ones are one, and characters of filters are plain in keys', async () => {
    const keys = ['a,b', 'a*', 'a\\b', '*', 'a/b?&=#+ é'];
    for (const key of keys) double.configuration.put(key, `canary ${key.length}`);
    double.configuration.put('ab', 'x');
    const { open, sent } = world();
    const store = await open(SPEC);
    const addresses = [...keys, ...keys, 'gone'].map(native);
    const found = keys.map((key) => `found canary ${key.length}`);
    expect(await readAll(store, ...addresses)).toEqual([...found, ...found, 'absent']);
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });

  test('a value that is empty, or none, is a value', async () => {
    double.configuration.put('empty', '');
    double.configuration.put('null', null);
    expect(await readAll(await opened(), native('empty'), native('null'))).toEqual(['found ', 'found ']);
  });

  test('content of another type is a value, that of a type of the service is none', async () => {
    const own = 'application/vnd.microsoft.appconfig.';
    double.configuration.put('json', '{}', { content_type: 'application/json' });
    double.configuration.put('flag', '{}', { content_type: `${own}ff+json;charset=utf-8` });
    double.configuration.put('new', '{}', { content_type: `${own.toUpperCase()}later+json` });
    double.configuration.put('half', '{}', { content_type: `${own}keyvaultref+json` });
    expect(await readAll(await opened(), ...['json', 'flag', 'new', 'half'].map(native))).toEqual([
      ...['found {}', 'failed unsupported', 'failed unsupported', 'failed unsupported'],
    ]);
  });

  test.each([
    ['another key', { items: [{ key: 'other', label: null, value: 'canary', etag: '1' }] }],
    ['another label', { items: [{ key: HELD, label: 'x', value: 'canary', etag: '1' }] }],
    ['twice', { items: Array.from({ length: 2 }, () => ({ key: HELD, label: null, value: 'canary', etag: '1' })) }],
    ['a number', { items: [{ key: HELD, label: null, value: 5, etag: '1' }] }],
    ['a key alone', { items: [{ key: HELD, label: null, etag: '1' }] }],
    ['no key', { items: [{ value: 'canary' }] }],
    ['no list', { items: {} }],
    ['a page elsewhere', { items: [], '@nextLink': 'https://elsewhere.test/kv?key=x' }],
    ['a page of something else', { items: [], '@nextLink': '/kv?key=%2A&label=%00&after=1' }],
    ['a number as a page', { items: [], '@nextLink': 5 }],
  ])('%s is no value, and nothing missing', async (_, body) => {
    const answered = (request: FakeRequest): FakeResponse =>
      request.method === 'GET' ? { status: 200, body } : double.configuration.answer(request);
    const store = await httpWorld(answered, APPLICATION).open(SPEC);
    expect(await readAll(store, convention('HELD'))).toEqual(['failed malformed']);
  });

  test('tags that the service has overlooked are noticed', async () => {
    const answered = (request: FakeRequest) =>
      double.configuration.answer({ ...request, path: request.path.replace(/&tags=[^&]+/, '') });
    const store = await httpWorld(answered, APPLICATION).open(`${SPEC}?tag=app=x`);
    expect(await readAll(store, convention('HELD'))).toEqual(['failed malformed']);
  });

  test('what was written is read, although the service is behind', async () => {
    double.configuration.isLate = true;
    const store = await opened();
    await readAll(store, convention('HELD'));
    expect(await writeOne(store, convention('HELD'), 'canary-new')).toEqual({ kind: 'written' });
    expect(await readAll(store, convention('HELD'))).toEqual(['found canary-new']);
    expect(await readAll(await opened(), convention('HELD'))).toEqual(['found canary-held']);
  });

  test('denied without the role, which is named', async () => {
    double.configuration.denies = () => true;
    expect(await failureOf(await opened(), convention('HELD'))).toEqual({
      kind: 'denied',
      detail: 'Azure App Configuration answered with status 403: The operation is not allowed',
      help: expect.stringContaining('`App Configuration Data Reader`'),
    });
  });
});

describe('writing', () => {
  test('a new key-value gets the label and the tags of the address', async () => {
    expect(await writeOne(await opened(`${SPEC}?label=prod&tag=app=x`), convention('NEW'), 'canary-new')).toEqual({
      kind: 'written',
    });
    expect(double.configuration.at('tool:demo:default:NEW', 'prod')).toMatchObject({
      value: 'canary-new',
      tags: { app: 'x' },
    });
  });

  test('one that is there keeps what else it has', async () => {
    const more = { tags: { owner: 'ops' }, content_type: 'text/plain', description: 'A key' };
    double.configuration.put(HELD, 'canary-old', more);
    const { open, sent } = world();
    expect(await writeOne(await open(SPEC), convention('HELD'), 'canary-new')).toEqual({ kind: 'written' });
    expect(double.configuration.at(HELD)).toMatchObject({ value: 'canary-new', ...more });
    expect(sent.at(-1)?.headers['if-match']).toBe('"etag-2"');
  });

  test('what another writer at the same moment adds to it stays', async () => {
    double.configuration.meanwhile = () => double.configuration.put(HELD, 'canary-theirs', { tags: { owner: 'ops' } });
    expect(await writeOne(await opened(), convention('HELD'), 'canary-ours')).toEqual({ kind: 'written' });
    expect(double.configuration.at(HELD)).toMatchObject({ value: 'canary-ours', tags: { owner: 'ops' } });
  });

  test('a lock by another writer at the same moment holds', async () => {
    double.configuration.meanwhile = () => double.configuration.put(HELD, 'canary-theirs', { locked: true });
    expect(await writeOne(await opened(), convention('HELD'), 'canary-ours')).toMatchObject({
      failure: { kind: 'conflict' },
    });
    expect(double.configuration.at(HELD)?.value).toBe('canary-theirs');
  });

  test('of two writers of a gap one wins, and the other has its value', async () => {
    double.configuration.meanwhile = () => double.configuration.put('tool:demo:default:NEW', 'canary-theirs');
    const answer = await writeOne(await opened(), convention('NEW'), 'canary-ours', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('canary-theirs');
    expect(double.configuration.at('tool:demo:default:NEW')?.value).toBe('canary-theirs');
  });

  test.each([
    [{ locked: true }, SPEC, 'conflict', 'is locked'],
    [{ tags: { app: 'y' } }, `${SPEC}?tag=app=x`, 'conflict', 'without the tags of the address'],
    [{ content_type: 'application/vnd.microsoft.appconfig.ff+json' }, SPEC, 'unsupported', 'not a value'],
  ])('what is %j is not replaced', async (more, spec, kind, words) => {
    double.configuration.put(HELD, 'canary-held', more);
    for (const onlyIfAbsent of [undefined, true] as const) {
      if (onlyIfAbsent === true && 'locked' in more) continue;
      expect(await writeOne(await opened(spec), convention('HELD'), 'x', { onlyIfAbsent })).toMatchObject({
        failure: { kind, detail: expect.stringContaining(words) },
      });
    }
    expect(double.configuration.at(HELD)?.value).toBe('canary-held');
  });

  test.each(['', 'a"b', 'a\nb', undefined])('without its etag (%j) nothing is replaced or removed', async (etag) => {
    const item = { key: HELD, label: null, value: 'canary-held', etag };
    const { open, sent } = httpWorld(
      (request) =>
        request.path.startsWith('/kv?')
          ? { status: 200, body: { items: [item] } }
          : double.configuration.answer(request),
      APPLICATION,
    );
    const store = await open(SPEC);
    expect(await writeOne(store, convention('HELD'), 'x')).toMatchObject({ failure: { kind: 'malformed' } });
    expect(await store.remove?.([convention('HELD')], CALL)).toMatchObject([{ failure: { kind: 'malformed' } }]);
    expect(sent.some(({ method }) => method === 'PUT' || method === 'DELETE')).toBe(false);
  });

  test('too much for a key-value', async () => {
    expect(await writeOne(await opened(), convention('NEW'), 'x'.repeat(10_001))).toMatchObject({
      failure: { kind: 'unsupported', help: expect.stringContaining('10,000 characters') },
    });
  });

  test('bytes that are not text are refused', async () => {
    const value = SecretValue.fromBytes(Uint8Array.of(0xff));
    expect(await (await opened()).write?.([{ at: convention('B'), value }], CALL)).toMatchObject([
      { failure: { kind: 'not-text' } },
    ]);
  });
});

describe('removing', () => {
  test('it is gone, and then absent', async () => {
    expect(await removeOne(SPEC, 'HELD')).toEqual({ kind: 'removed' });
    expect(await removeOne(SPEC, 'HELD')).toEqual({ kind: 'absent' });
    double.configuration.put(HELD, 'canary-held');
    double.configuration.meanwhile = () => {
      double.configuration.put(HELD, 'canary-theirs');
    };
    expect(await removeOne(SPEC, 'HELD')).toMatchObject({ failure: { kind: 'conflict' } });
    expect(double.configuration.at(HELD)?.value).toBe('canary-theirs');
  });

  test('what other tags or a lock protect stays', async () => {
    expect(await removeOne(`${SPEC}?tag=app=x`, 'HELD')).toEqual({ kind: 'absent' });
    double.configuration.put(HELD, 'canary-held', { locked: true });
    expect(await removeOne(SPEC, 'HELD')).toMatchObject({ failure: { kind: 'conflict' } });
    expect(double.configuration.at(HELD)?.value).toBe('canary-held');
  });
});

describe('listing', () => {
  test('all pages of the project and profile, and nothing beside it', async () => {
    double.configuration.pageSize = 3;
    for (let index = 0; index < 7; index++) double.configuration.put(`p:tool:demo:default:KEY_${index}`, 'canary');
    for (const key of ['p:tool:demo:default:A:B', 'p:tool:demo:other:X', 'tool:demo:default:Y'])
      double.configuration.put(key, 'canary');
    double.configuration.put('p:tool:demo:default:LABELLED', 'canary', { label: 'x' });
    const { open, sent } = world();
    expect(await (await open(`${SPEC}?prefix=p:`)).list?.(CALL)).toEqual({
      kind: 'listed',
      entries: [
        { name: 'p:tool:demo:default:A:B', at: { item: 'p:tool:demo:default:A:B' } },
        ...Array.from({ length: 7 }, (_, index) => {
          const name = `KEY_${index}`;
          return { name, at: null, native: { item: `p:tool:demo:default:${name}` } };
        }),
      ],
    });
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(3);
  });

  test.each(['tags', 'label', 'key'])('a page without the same `%s` is of another list', async (name) => {
    double.configuration.pageSize = 1;
    for (const key of ['A', 'B', 'C'])
      double.configuration.put(`tool:demo:default:${key}`, 'canary', { tags: { app: 'x' } });
    const { open, sent } = httpWorld((request) => {
      const answer = double.configuration.answer(request);
      const body = JSON.stringify(answer.body).replace(new RegExp(`${name}=[^&"]*&`), '');
      return { ...answer, body: JSON.parse(body) };
    }, APPLICATION);
    expect(await (await open(`${SPEC}?tag=app=x`)).list?.(CALL)).toMatchObject({ failure: { kind: 'malformed' } });
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  test('a reference is listed, a feature flag is an error', async () => {
    double.configuration.put('tool:demo:default:REF', '{}', { content_type: REFERENCE });
    expect(await (await opened()).list?.(CALL)).toMatchObject({ entries: [{ name: 'HELD' }, { name: 'REF' }] });
    double.configuration.put('tool:demo:default:FLAG', '{}', {
      content_type: 'application/vnd.microsoft.appconfig.ff+json',
    });
    expect(await (await opened()).list?.(CALL)).toMatchObject({ failure: { kind: 'unsupported' } });
  });
});
