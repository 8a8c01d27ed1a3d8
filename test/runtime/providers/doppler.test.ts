/** What Doppler has that other HTTP stores do not; the rest is in `test/http-stores.test.ts` and `test/contract/`. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeDoppler } from '../../helpers/doubles/doppler.js';
import { failureOf, httpWorld, readAll, writeOne } from './http-world.js';
import { CALL, convention, native, openSpec, portsIn, says } from './open-store.js';

let doppler = new FakeDoppler();
beforeEach(() => {
  doppler = new FakeDoppler();
  doppler.put('backend', 'default', 'HELD', 'canary-held');
  doppler.put('backend', 'prd', 'HELD', 'canary-prd');
});
const world = (token = 'canary-token', variables = {}) =>
  httpWorld((request) => doppler.answer(request), { token }, variables);
const opened = (spec = 'doppler://backend') => world().open(spec);

describe('addresses', () => {
  test('the config is that of the address, else the profile; a reference may name another', async () => {
    expect(await readAll(await opened(), convention('HELD'), native('HELD'), native('prd/HELD'))).toEqual([
      'found canary-held',
      'found canary-held',
      'found canary-prd',
    ]);
    expect(await readAll(await opened('doppler://backend/prd'), convention('HELD'), native('default/HELD'))).toEqual([
      'found canary-prd',
      'found canary-held',
    ]);
  });

  test.each(['held', 'a b', '1A', '', 'UP/HELD', 'a/b/HELD', 'prd/', '/HELD', 'prd/../HELD'])(
    '%p is refused before a request, and by what asks before a prompt',
    async (item) => {
      const { open, sent } = world();
      const store = await open('doppler://backend');
      expect(await failureOf(store, native(item))).toMatchObject({ kind: 'unsupported' });
      expect(await writeOne(store, native(item), 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
      expect(await store.remove?.([native(item)], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
      expect(await says(store).refusesWrite(native(item))).not.toBeNull();
      expect(sent).toEqual([]);
    },
  );

  test('a profile that is no config is said to be one', async () => {
    const at: At = { kind: 'convention', project: 'demo', profile: 'Prod', key: 'HELD' };
    const { store } = (await openSpec('doppler://backend', {
      ...portsIn('/nowhere'),
      context: { project: 'demo', profile: 'Prod', reason: null },
    })) as { store: Awaited<ReturnType<typeof opened>> };
    expect(await failureOf(store, at)).toEqual({
      kind: 'unsupported',
      detail: '`Prod` is not the name of a config of Doppler',
      help: 'write the config in the address: `doppler://PROJECT/CONFIG`',
    });
  });

  test('project and config are always named, and values that a request would create are not asked for', async () => {
    const { open, sent } = world();
    await readAll(await open('doppler://backend/prd'), convention('B'), convention('A'), native('default/A'));
    expect(sent.map(({ path }) => path)).toEqual([
      '/v3/configs/config/secrets?project=backend&config=prd&include_dynamic_secrets=false&include_managed_secrets=false&secrets=A%2CB',
      '/v3/configs/config/secrets?project=backend&config=default&include_dynamic_secrets=false&include_managed_secrets=false&secrets=A',
    ]);
  });

  test('a list of names that is too long for an address is divided', async () => {
    const { open, sent } = world();
    const keys = Array.from({ length: 1000 }, (_, index) => `KEY_${index}`);
    for (const key of keys) doppler.put('backend', 'default', key, `canary-${key}`);
    expect(await readAll(await open('doppler://backend'), ...keys.map(convention))).toEqual(
      keys.map((key) => `found canary-${key}`),
    );
    expect(sent).toHaveLength(2);
  });

  test('the address of the API can be another one in the environment', async () => {
    const { open, fake } = world('canary-token', { TOOL_DOPPLER_ENDPOINT: 'https://mirror.test' });
    await readAll(await open('doppler://backend'), convention('HELD'));
    expect(fake.servers).toMatchObject([{ origin: 'https://mirror.test' }]);
  });
});

describe('values', () => {
  test('what refers to others is what they make it; an empty value is one', async () => {
    doppler.put('backend', 'default', 'URL', 'https://${HELD}@host');
    doppler.put('backend', 'default', 'EMPTY', '');
    expect(await readAll(await opened(), convention('URL'), convention('EMPTY'))).toEqual([
      'found https://canary-held@host',
      'found ',
    ]);
  });

  test.each([
    ['computed: null, raw: null', { computed: null, raw: null }, 'absent'],
    ['no computed value', { raw: null }, 'failed malformed'],
    ['no content', {}, 'failed malformed'],
    ['a raw value alone', { computed: null, raw: 'canary' }, 'failed malformed'],
    ['a number', { computed: 5 }, 'failed malformed'],
    ['no object', 'canary', 'failed malformed'],
    ['null', null, 'failed malformed'],
    ['withheld by the visibility of the raw value', { computed: null, rawVisibility: 'restricted' }, 'failed denied'],
  ])('an entry with %s', async (_, entry, expected) => {
    const { open } = httpWorld(() => ({ status: 200, body: { secrets: { HELD: entry } } }));
    expect(await readAll(await open('doppler://backend'), convention('HELD'))).toEqual([expected]);
  });

  test('names that Doppler adds are not stored, are not asked for, and are neither written nor removed', async () => {
    const { open, sent } = world();
    const store = await open('doppler://backend');
    const at = convention('DOPPLER_CONFIG');
    expect(await readAll(store, at)).toEqual(['absent']);
    expect(await writeOne(store, at, 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(await store.remove?.([at], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
    expect(await says(store).refusesWrite(at)).toContain('Doppler itself adds');
    expect(sent).toEqual([]);
  });

  test('a value that Doppler would change is refused, and the others of the batch are written', async () => {
    const store = await opened();
    expect(await writeOne(store, convention('HELD'), 'a${B}')).toMatchObject({
      failure: { kind: 'not-text' },
    });
    expect(await readAll(store, convention('HELD'))).toEqual(['found canary-held']);
  });
});

describe('errors', () => {
  test('a token of blanks alone is a missing one', async () => {
    const { open, sent } = world(' \n');
    expect(await failureOf(await open('doppler://backend'), convention('HELD'))).toEqual({
      kind: 'missing-credential',
      detail: 'credential `token` is empty',
    });
    expect(sent).toEqual([]);
  });

  test('a token for another config is denied, and the right that is missing is named', async () => {
    doppler.tokens.set('canary-token', { config: 'prd', isReadOnly: false, isOfService: true });
    expect(await failureOf(await opened(), convention('HELD'))).toEqual({
      kind: 'denied',
      detail: "Doppler answered with status 400: This token does not have access to requested config 'default'",
      help: 'use a service token of this config, or a token of a service account that may read it',
    });
  });

  test('a config that does not exist is an error to those who read and write, and nothing to remove', async () => {
    const store = await opened('doppler://backend/gone');
    expect(await failureOf(store, convention('HELD'))).toMatchObject({
      kind: 'failed',
      detail: 'Doppler has no project `backend` with a config `gone` that this token may see',
    });
    expect(await writeOne(store, convention('NEW'), 'x')).toMatchObject({ kind: 'failed' });
    expect(await store.list?.(CALL)).toMatchObject({ kind: 'failed' });
    expect(await store.remove?.([convention('HELD')], CALL)).toEqual([{ kind: 'absent' }]);
  });

  test('one config that fails leaves the others alone', async () => {
    expect(await readAll(await opened(), native('gone/HELD'), native('prd/HELD'))).toEqual([
      'failed failed',
      'found canary-prd',
    ]);
  });

  test('a value that is withheld is not removed', async () => {
    doppler.tokens.set('canary-token', { config: null, isReadOnly: false, isOfService: false });
    doppler.put('backend', 'default', 'HELD', 'canary-held', 'restricted');
    const before = JSON.stringify(doppler.state());
    expect(await (await opened()).remove?.([convention('HELD')], CALL)).toMatchObject([
      { failure: { kind: 'denied' } },
    ]);
    expect(JSON.stringify(doppler.state())).toBe(before);
  });

  test.each([
    ['a newline at the end', 'canary-token\n', 'found canary-held'],
    ['a newline in it', 'canary\ntoken', 'failed unsupported'],
  ])('a token with %s', async (_, token, expected) => {
    expect(await readAll(await world(token).open('doppler://backend'), convention('HELD'))).toEqual([expected]);
  });
});

describe('writing', () => {
  test('all entries of a config are one request, and other names stay', async () => {
    const { open, sent } = world();
    const store = await open('doppler://backend');
    const entries = ['A', 'B', 'prd/A'].map((item) => ({
      at: native(item),
      value: SecretValue.fromText(`canary-${item}`),
    }));
    expect(await store.write?.(entries, CALL)).toEqual(entries.map(() => ({ kind: 'written' })));
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(await readAll(store, native('A'), native('prd/A'), native('HELD'))).toEqual([
      'found canary-A',
      'found canary-prd/A',
      'found canary-held',
    ]);
  });

  test('a value that came first is the one for both writers, if it came before the last read', async () => {
    const store = await opened();
    const { answer } = doppler;
    // The other writer writes after this one.
    doppler.answer = (request) => {
      const answered = answer.call(doppler, request);
      if (request.method === 'POST') doppler.put('backend', 'default', 'NEW', 'canary-theirs');
      return answered;
    };
    expect(await writeOne(store, convention('NEW'), 'canary-ours', { onlyIfAbsent: true })).toMatchObject({
      kind: 'present',
    });
  });

  test('a write asks for nothing else; one that fills a gap reads before and after', async () => {
    const { open, sent } = world();
    const store = await open('doppler://backend');
    await writeOne(store, convention('A'), 'x');
    await writeOne(store, convention('B'), 'x', { onlyIfAbsent: true });
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET']);
  });

  test('says where it goes', async () => {
    expect(await says(await opened()).target(convention('NEW'))).toBe('project=backend config=default secret=NEW');
    expect(await says(await opened()).absence(convention('NEW'))).toBe('doppler: no NEW in the config default');
  });
});

test('a list has the stored names of the config, without those that Doppler adds', async () => {
  doppler.put('backend', 'default', 'B', 'x');
  expect(await (await opened()).list?.(CALL)).toEqual({
    kind: 'listed',
    entries: ['HELD', 'B'].map((name) => ({ name, at: null })),
  });
});

test('a config that is pinned and one that the profile names are the same', async () => {
  const [one, other] = await Promise.all([opened(), opened('doppler://backend/default')]);
  expect(await one.identity(null)).toBe(await other.identity(null));
  expect(await one.identity(convention('A'))).toBe(await other.identity(native('default/A')));
});
