/** Entries of a Secret and of a ConfigMap: keys, values, other writers, what is denied or too large. */
import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import { CALL, convention, native, says } from '../open-store.js';
import { base64, CONFIGMAP, failure, HELD, opened, read, SECRET, set, world } from './k8s-world.js';

const BOTH = [
  [SECRET, 'default/secrets/app'],
  [CONFIGMAP, 'default/configmaps/app'],
] as const;

describe.each(BOTH)('%s', (spec, place) => {
  test('one request gives all keys, and a miss costs none', async () => {
    const store = await opened(spec);
    const many = Array.from({ length: 100 }, (_, index) => convention(`K${index}`));
    const answers = await read(store, ...many, convention('HELD'), native(HELD), native('gone'));
    expect(answers.slice(-3)).toEqual(['found canary-held', 'found canary-held', 'absent']);
    expect(world.fake.asked).toEqual([`GET /api/v1/namespaces/${place}`]);
  });

  test('several keys are written with one request, and no other key changes', async () => {
    const store = await opened(spec);
    const entries = ['A', 'B'].map((key) => ({ at: convention(key), value: SecretValue.fromText(key) }));
    expect(await store.write?.(entries, CALL)).toEqual([{ kind: 'written' }, { kind: 'written' }]);
    expect(world.fake.asked).toHaveLength(1);
    expect(await read(store, convention('A'), convention('B'), convention('HELD'))).toEqual([
      'found A',
      'found B',
      'found canary-held',
    ]);
  });

  test('the object is created by the first write, and not before', async () => {
    const store = await opened(`${spec}2@prod`);
    expect(await failure(store)).toMatchObject({
      kind: 'failed',
      detail: expect.stringMatching(/^namespace `prod` has no (Secret|ConfigMap) `app2`$/u),
      help: expect.stringMatching(/kubectl create (secret generic|configmap) app2 --namespace prod$/u),
    });
    expect(await set(store, 'NEW', 'x')).toEqual({ kind: 'written' });
    expect(await read(store, convention('NEW'), convention('HELD'))).toEqual(['found x', 'absent']);
    const created = world.server.at(place.replace('default', 'prod').replace(/app$/u, 'app2'));
    expect(created?.metadata).toMatchObject({ labels: { 'app.kubernetes.io/managed-by': 'tool' } });
  });

  test('if another writer creates it at the same moment, both values are in it', async () => {
    const store = await opened(`${spec}2`);
    const other = () => world.server.put(`${place}2`, { data: { theirs: base64('x') } });
    world.first = ({ method }) => {
      if (method === 'POST') other();
      return null;
    };
    expect(await set(store, 'OURS', 'x')).toEqual({ kind: 'written' });
    expect(Object.keys(world.server.at(`${place}2`)?.data ?? {})).toEqual(['theirs', 'tool--demo--default--OURS']);
  });

  test('a namespace that does not exist is reported', async () => {
    expect(await set(await opened(`${spec}@nowhere`), 'NEW', 'x')).toMatchObject({
      failure: { detail: 'namespace `nowhere` does not exist' },
    });
  });

  test('a gap is filled once', async () => {
    const store = await opened(spec);
    const onlyIfAbsent = true as const;
    expect(await set(store, 'HELD', 'second', { onlyIfAbsent })).toMatchObject({ kind: 'present' });
    world.server.meanwhile = () => {
      const theirs = spec === SECRET ? base64('theirs') : 'theirs';
      world.server.put(place, { data: { 'tool--demo--default--GAP': theirs } });
    };
    const answer = await set(store, 'GAP', 'ours', { onlyIfAbsent });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('theirs');
    expect(await set(await opened(`${spec}2`), 'GAP', 'x', { onlyIfAbsent })).toEqual({ kind: 'written' });
  });

  test('another key that changes meanwhile delays a gap and stays', async () => {
    const store = await opened(spec);
    world.server.meanwhile = () => world.server.put(place, { data: { other: base64('x') } });
    expect(await set(store, 'GAP', 'ours', { onlyIfAbsent: true })).toEqual({ kind: 'written' });
    expect(Object.keys(world.server.at(place)?.data ?? {})).toEqual(['other', 'tool--demo--default--GAP']);
  });

  test('keys are removed with one request, and the object stays without its last key', async () => {
    const store = await opened(spec);
    const removed = await store.remove?.([convention('HELD'), convention('GONE')], CALL);
    expect(removed).toEqual([{ kind: 'removed' }, { kind: 'absent' }]);
    expect(world.fake.asked.map((line) => line.split(' ')[0])).toEqual(['GET', 'PATCH']);
    expect(world.server.at(place)?.data).toEqual({});
    expect(await (await opened(`${spec}2`)).remove?.([convention('HELD')], CALL)).toEqual([{ kind: 'absent' }]);
  });

  test('a removal leaves what another writer changes meanwhile', async () => {
    const store = await opened(spec);
    world.server.meanwhile = () => world.server.put(place, { data: { [HELD]: base64('x'), other: base64('x') } });
    expect(await store.remove?.([convention('HELD')], CALL)).toEqual([{ kind: 'removed' }]);
    expect(Object.keys(world.server.at(place)?.data ?? {})).toEqual(['other']);
  });

  test('keys are listed by the names of secrets, others by their own', async () => {
    const data = { [HELD]: base64('x'), 'tls.crt': base64('x'), 'tool--demo--default--A--B': base64('x') };
    world.server.put(place, { data });
    expect(await (await opened(spec)).list?.(CALL)).toEqual({
      kind: 'listed',
      entries: [
        { name: 'HELD', at: null, native: { item: HELD } },
        { name: 'tls.crt', at: { item: 'tls.crt' } },
        { name: 'tool--demo--default--A--B', at: { item: 'tool--demo--default--A--B' } },
      ],
    });
  });

  test.each(['a b', 'é', '-a', 'a-', 'a--b'])('a name that no key can have sends nothing: %s', async (name) => {
    const store = await opened(spec);
    expect(await failure(store, convention(name))).toMatchObject({ kind: 'unsupported' });
    expect(await set(store, name, 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(await says(store).refusesWrite(convention(name))).toContain(`\`${name}\``);
    expect(world.fake.asked).toEqual([]);
  });

  test('a denied request names the role that is missing, and is not a missing entry', async () => {
    const store = await opened(spec);
    const denied = (right: string) => ({
      kind: 'denied',
      help: `give the user a role that allows \`${right}\` on \`${place.split('/')[1]}\` named \`app\` in namespace \`default\``,
    });
    world.server.tokens.set('root', []);
    expect(await failure(store, convention('GONE'))).toMatchObject(denied('get'));
    expect(await store.list?.(CALL)).toMatchObject({ failure: denied('get') });
    expect(await store.remove?.([convention('HELD')], CALL)).toMatchObject([{ failure: denied('get') }]);
    expect(await set(store, 'NEW', 'x')).toMatchObject({ failure: denied('patch') });
    expect(await set(store, 'NEW', 'x', { onlyIfAbsent: true })).toMatchObject({ failure: denied('get') });
  });

  test('without the right to create, the command that creates it and the right are shown', async () => {
    world.server.tokens.set('root', ['get', 'patch']);
    expect(await set(await opened(`${spec}2`), 'NEW', 'x')).toMatchObject({
      failure: { kind: 'denied', help: expect.stringMatching(/kubectl create .*allows `create` on `/) },
    });
  });

  test('with the right to patch alone, a value is written', async () => {
    world.server.tokens.set('root', ['patch']);
    expect(await set(await opened(spec), 'HELD', 'second')).toEqual({ kind: 'written' });
  });

  test('an unknown token is denied', async () => {
    world.server.tokens.delete('root');
    expect(await failure(await opened(spec))).toMatchObject({ kind: 'denied', help: 'sign in to the cluster again' });
  });

  test('an immutable object and one that would be too large are reported without their content', async () => {
    const half = 'x'.repeat(600 * 1024);
    const store = await opened(spec);
    expect(await set(store, 'HALF', half)).toEqual({ kind: 'written' });
    const large = await set(store, 'OTHER', half);
    expect(large).toMatchObject({ failure: { detail: expect.stringContaining('larger than 1 MiB') } });
    expect(await set(store, 'HUGE', half + half)).toMatchObject({ failure: { kind: 'unsupported' } });
    world.server.put(place, { data: {}, immutable: true });
    const fixed = await set(store, 'NEW', 'x');
    expect(fixed).toMatchObject({ failure: { kind: 'denied', detail: expect.stringContaining('is immutable') } });
    expect(JSON.stringify([large, fixed])).not.toContain('canary');
  });

  test.each<[string, object | string, number]>([
    ['no body', '', 200],
    ['a page', '<html>', 200],
    ['null', 'null', 200],
    ['another kind', { kind: 'Pod', metadata: { resourceVersion: '1' } }, 200],
    ['no version', { kind: 'Secret', metadata: {} }, 200],
    ['a list as data', { kind: 'Secret', metadata: { resourceVersion: '1' }, data: [] }, 200],
    ['a 404 of a proxy', '<html>Not Found', 404],
    ['a 404 of another path', '404 page not found', 404],
    [
      'a 404 of no resource',
      { kind: 'Status', message: 'the server could not find it', reason: 'NotFound', details: {} },
      404,
    ],
    ['a 500', { kind: 'Status', message: 'boom' }, 500],
  ])('%s is never a missing entry', async (_, body, status) => {
    world.first = ({ method }) => (method === 'GET' ? { status, body } : null);
    const store = await opened(spec);
    expect(await failure(store, convention('GONE'))).toMatchObject({ kind: status === 200 ? 'malformed' : 'failed' });
    expect(await set(store, 'GONE', 'x', { onlyIfAbsent: true })).toMatchObject({ kind: 'failed' });
    expect(world.fake.asked.filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  test('an object without any key has none', async () => {
    world.server.put(place, {});
    expect(await read(await opened(spec), convention('HELD'))).toEqual(['absent']);
  });
});

describe('a Secret', () => {
  test('keeps bytes', async () => {
    const store = await opened();
    expect(await set(store, 'BYTES', Buffer.from([0, 0xff]))).toEqual({ kind: 'written' });
    expect(await read(store, convention('BYTES'))).toEqual(['found \0\xff']);
  });

  test.each(['not base64!', 'QQ', 5])('a value that is not base64 is malformed: %s', async (held) => {
    world.server.put('default/secrets/app', { data: { [HELD]: held } });
    expect(await failure(await opened())).toMatchObject({ kind: 'malformed' });
  });
});

describe('a ConfigMap', () => {
  test('has keys with bytes, which a text replaces and a removal removes', async () => {
    const binaryData = { [HELD]: base64('bytes\xff'), other: base64('x') };
    world.server.put('default/configmaps/app', { data: { note: 'x' }, binaryData });
    const store = await opened(CONFIGMAP);
    expect(await read(store, native('other'), native('note'))).toEqual(['found x', 'found x']);
    expect(await set(store, 'HELD', 'text')).toEqual({ kind: 'written' });
    expect(await read(store, convention('HELD'))).toEqual(['found text']);
    expect(await store.remove?.([native('other'), native('note')], CALL)).toEqual([
      { kind: 'removed' },
      { kind: 'removed' },
    ]);
    expect(world.server.at('default/configmaps/app')).toMatchObject({ data: { [HELD]: 'text' }, binaryData: {} });
  });

  test('does not take bytes', async () => {
    const store = await opened(CONFIGMAP);
    expect(await set(store, 'BYTES', Buffer.from([0xff]))).toMatchObject({ failure: { kind: 'not-text' } });
    expect(world.fake.asked).toEqual([]);
  });
});

describe('wording and identity', () => {
  test('of an entry', async () => {
    const store = await opened();
    expect(await says(store).absence(convention('GONE'))).toBe(
      'k8s+secret: no key tool--demo--default--GONE in Secret app',
    );
    expect(await says(store).target(convention('GONE'))).toBe('item=tool--demo--default--GONE');
  });

  test('the namespace of the context is the same store as that namespace written out', async () => {
    const [short, long, other, map] = await Promise.all(
      [SECRET, `${SECRET}@default`, `${SECRET}@prod`, CONFIGMAP].map(async (spec) =>
        (await opened(spec)).identity(null),
      ),
    );
    expect(short).toBe(long);
    expect(new Set([short, other, map]).size).toBe(3);
  });
});
