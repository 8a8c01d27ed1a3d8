/** What setec has that other HTTP stores do not; the rest is in `test/http-stores.test.ts` and `test/contract/`. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeSetec } from '../../helpers/doubles/setec.js';
import { failureOf, httpWorld, readAll, writeOne } from './http-world.js';
import { CALL, convention, native, openSpec, portsIn, says } from './open-store.js';

const SPEC = 'setec://secrets.test';
const HELD = 'tool/demo/default/HELD';
let setec = new FakeSetec();
beforeEach(() => {
  setec = new FakeSetec();
  setec.put(HELD, 'canary-old');
  setec.put(HELD, 'canary-held');
});
const world = () => httpWorld((request) => setec.answer(request), {});
const opened = (spec = SPEC) => world().open(spec);
const pinned = (version: string): At => ({ kind: 'native', item: HELD, version });

describe('addresses', () => {
  test('the active version by name, and a version by its number', async () => {
    const addresses = [convention('HELD'), native(HELD), pinned('1'), pinned('2'), pinned('3')];
    expect(await readAll(await opened(), ...addresses)).toEqual([
      ...['found canary-held', 'found canary-held', 'found canary-old', 'found canary-held', 'absent'],
    ]);
  });

  test('a prefix is before names by convention alone', async () => {
    setec.put(`a/b/${HELD}`, 'canary-below');
    expect(await readAll(await opened(`${SPEC}?prefix=/a/b/`), convention('HELD'), native(HELD))).toEqual([
      'found canary-below',
      'found canary-held',
    ]);
  });

  test('braces in a prefix are no placeholders', async () => {
    setec.put(`{key}/${HELD}`, 'canary-braces');
    const store = await opened(`${SPEC}?prefix={key}`);
    expect(await readAll(store, convention('HELD'))).toEqual(['found canary-braces']);
    expect(await store.list?.(CALL)).toEqual({
      kind: 'listed',
      entries: [{ name: 'HELD', at: null, native: { item: `{key}/${HELD}` } }],
    });
  });

  test.each([
    ['http', 'setec://secrets.test?tls=false', 'http://secrets.test'],
    ['TLS', 'setec://secrets.test:8443', 'https://secrets.test:8443'],
  ])('the server is asked over %s', async (_, spec, origin) => {
    const { open, fake } = world();
    await readAll(await open(spec), convention('HELD'));
    expect(fake.servers).toMatchObject([{ origin }]);
  });

  test.each(['setec://a b', 'setec://host:port'])('%s is not a host', async (spec) => {
    expect(await openSpec(spec, portsIn('/nowhere'))).toMatchObject({ kind: 'refused' });
  });

  test.each([
    native('_internal/acl'),
    native(''),
    pinned('0'),
    pinned('-1'),
    pinned('1.5'),
    pinned('latest'),
    pinned('4294967296'),
    { ...convention('HELD'), profile: 'a/b' } as At,
  ])('%p is refused before a request, and by what asks before a prompt', async (at) => {
    const { open, sent } = world();
    const store = await open(SPEC);
    expect(await failureOf(store, at)).toMatchObject({ kind: 'unsupported' });
    expect(await writeOne(store, at, 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(await store.remove?.([at], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
    expect(await says(store).refusesWrite(at)).not.toBeNull();
    expect(sent).toEqual([]);
  });

  test('a version is neither written nor removed', async () => {
    const { open, sent } = world();
    const store = await open(SPEC);
    expect(await writeOne(store, pinned('1'), 'x')).toMatchObject({
      failure: { detail: 'a version of a secret is read-only', help: 'leave out `version` to write a new one' },
    });
    expect(await store.remove?.([pinned('1')], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
    expect(await says(store).refusesRemove(pinned('1'))).toContain('with all its versions');
    expect(sent).toEqual([]);
  });

  test('a name by convention and one of a reference are one entry, a version is another', async () => {
    const store = await opened();
    expect(await store.identity(convention('HELD'))).toBe(await store.identity(native(HELD)));
    expect(await store.identity(pinned('1'))).not.toBe(await store.identity(native(HELD)));
    const other = await opened(`${SPEC}:443?prefix=a`);
    expect(await other.identity(null)).toBe(await store.identity(null));
    expect(await other.identity(native(HELD))).toBe(await store.identity(native(HELD)));
  });
});

describe('requests', () => {
  test('what the server insists on is sent', async () => {
    const { open, sent } = world();
    await readAll(await open(SPEC), convention('HELD'));
    const headers = { 'content-type': 'application/json', 'sec-x-tailscale-no-browsers': 'setec' };
    expect(sent.map(({ bytes, ...rest }) => rest)).toEqual([
      { method: 'POST', path: '/api/get', headers, body: `{"Name":"${HELD}","Version":0}` },
    ]);
  });

  test.each([
    ['no base64', '{"Value":"%","Version":1}'],
    ['half of base64', '{"Value":"YQ","Version":1}'],
    ['no value', '{"Version":1}'],
    ['null', 'null'],
  ])('%s is no value, and nothing missing', async (_, body) => {
    const { open } = httpWorld(() => ({ status: 200, body }), {});
    expect(await readAll(await open(SPEC), convention('HELD'))).toEqual(['failed malformed']);
  });

  test.each(['404 page not found\n', 'Not Found', ''])('a 404 with %p is not of setec', async (body) => {
    const { open } = httpWorld(() => ({ status: 404, body }), {});
    const store = await open(SPEC);
    expect(await readAll(store, convention('HELD'))).toEqual(['failed malformed']);
    expect(await store.remove?.([convention('HELD')], CALL)).toMatchObject([{ kind: 'failed' }]);
  });
});

describe('writing', () => {
  test('a value is a new version, which is then the active one', async () => {
    const { open, sent } = world();
    const store = await open(SPEC);
    expect(await writeOne(store, convention('HELD'), 'canary-new')).toEqual({ kind: 'written' });
    expect(sent.map(({ path }) => path)).toEqual(['/api/put', '/api/activate']);
    expect(await readAll(store, convention('HELD'), pinned('2'))).toEqual(['found canary-new', 'found canary-held']);
  });

  test('bytes and an empty value are kept', async () => {
    const store = await opened();
    const bytes = SecretValue.fromBytes(Uint8Array.of(0, 255, 10));
    expect(await store.write?.([{ at: convention('B'), value: bytes }], CALL)).toEqual([{ kind: 'written' }]);
    await writeOne(store, convention('EMPTY'), '');
    expect(await readAll(store, convention('B'), convention('EMPTY'))).toEqual(['found \0\xff\n', 'found ']);
  });

  test.each([
    ['403', (action: string) => action === 'activate', 'denied'],
    ['404', () => false, 'failed'],
  ])('a version that cannot be activated (%s) is reported as stored', async (status, denies, kind) => {
    setec.denies = denies;
    const { open } = httpWorld((request) => {
      if (request.path === '/api/activate' && status === '404') setec.drop(HELD);
      return setec.answer(request);
    }, {});
    expect(await writeOne(await open(SPEC), convention('HELD'), 'canary-new')).toMatchObject({
      failure: {
        kind,
        detail: expect.stringMatching(
          /^version 3 is stored, but it could not be made the active one: Setec answered with status 40/,
        ),
      },
    });
  });

  test('a gap is filled with two requests, and without the right to activate', async () => {
    setec.denies = (action) => action === 'activate';
    const { open, sent } = world();
    const store = await open(SPEC);
    expect(await writeOne(store, convention('NEW'), 'x', { onlyIfAbsent: true })).toEqual({ kind: 'written' });
    expect(sent.map(({ path }) => path)).toEqual(['/api/get', '/api/put']);
    expect(await readAll(store, convention('NEW'))).toEqual(['found x']);
  });

  test('a writer that comes first wins, and the value of the other is never active', async () => {
    setec.meanwhile = () => setec.put('tool/demo/default/NEW', 'canary-theirs');
    const store = await opened();
    const answer = await writeOne(store, convention('NEW'), 'canary-ours', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('canary-theirs');
    expect(await readAll(store, convention('NEW'))).toEqual(['found canary-theirs']);
  });

  test('what is denied is not a gap', async () => {
    setec.denies = (action) => action === 'get';
    const before = JSON.stringify(setec.state());
    expect(await writeOne(await opened(), convention('HELD'), 'x', { onlyIfAbsent: true })).toMatchObject({
      failure: { kind: 'denied' },
    });
    expect(JSON.stringify(setec.state())).toBe(before);
  });

  test('says where it goes, and what is missing', async () => {
    const store = await opened();
    const target = `server=secrets.test item=${HELD}, as its new active version`;
    expect(await says(store).target(convention('HELD'))).toBe(target);
    expect(await says(store).absence(convention('HELD'))).toBe(`setec: no secret ${HELD}`);
    expect(await says(store).absence(pinned('9'))).toBe(`setec: no version 9 of secret ${HELD}`);
  });
});

describe('removing', () => {
  test('all versions are removed; what is not there is absent', async () => {
    const store = await opened();
    const [held, gone] = [convention('HELD'), convention('GONE')];
    expect(await store.remove?.([held, gone], CALL)).toEqual([{ kind: 'removed' }, { kind: 'absent' }]);
    expect(await readAll(store, held, pinned('1'))).toEqual(['absent', 'absent']);
  });

  test('the right to ask is not needed, the right to delete is', async () => {
    setec.denies = (action) => action === 'info';
    const store = await opened();
    expect(await store.remove?.([convention('HELD')], CALL)).toEqual([{ kind: 'removed' }]);
    setec.put(HELD, 'x');
    setec.denies = (action) => action === 'delete';
    expect(await store.remove?.([convention('HELD')], CALL)).toEqual([
      {
        kind: 'failed',
        failure: {
          kind: 'denied',
          detail: 'Setec answered with status 403: access denied',
          help: `let the tailnet policy grant \`delete\` on \`${HELD}\` to this device: capability \`tailscale.com/cap/secrets\``,
        },
      },
    ]);
  });
});

describe('listing', () => {
  test('secrets of the project by key, others by a reference, and nothing outside the prefix', async () => {
    setec.put('team/db', 'x');
    setec.put(`team/${HELD}`, 'x');
    expect(await (await opened()).list?.(CALL)).toEqual({
      kind: 'listed',
      entries: [
        { name: 'team/db', at: { item: 'team/db' } },
        { name: `team/${HELD}`, at: { item: `team/${HELD}` } },
        { name: 'HELD', at: null, native: { item: HELD } },
      ],
    });
    expect(await (await opened(`${SPEC}?prefix=team`)).list?.(CALL)).toEqual({
      kind: 'listed',
      entries: [
        { name: 'team/db', at: { item: 'team/db' } },
        { name: 'HELD', at: null, native: { item: `team/${HELD}` } },
      ],
    });
  });

  test('nothing visible is an empty list', async () => {
    setec.denies = () => true;
    expect(await (await opened()).list?.(CALL)).toEqual({ kind: 'listed', entries: [] });
  });

  test.each(['[{"Name":5}]', '["HELD"]', '{}', '"HELD"'])('%s is no list', async (body) => {
    const { open } = httpWorld(() => ({ status: 200, body }), {});
    expect(await (await open(SPEC)).list?.(CALL)).toMatchObject({ failure: { kind: 'malformed' } });
  });
});

test('a server that does not recognise who asks denies, and says what to do', async () => {
  const { open } = httpWorld(() => ({ status: 500, body: 'unable to identify caller\n' }), {});
  expect(await failureOf(await open(SPEC), convention('HELD'))).toEqual({
    kind: 'denied',
    detail: 'Setec answered with status 500: unable to identify caller',
    help: 'connect to the server through the tailnet itself: it does not know who sends through a proxy',
  });
});
