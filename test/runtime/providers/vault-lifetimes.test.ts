/** How long the server keeps what is written to a store of the KV engine. */
import { describe, expect, test } from '@jest/globals';
import { HELD, opened, ports, SPEC, world, write } from './kv-world.js';
import { CALL, convention } from './open-store.js';

test('a time to live is the server’s business, where it knows one', async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const store = await opened();
  expect(await write(store, 'CACHED', 'x', { expiresAt })).toEqual({ kind: 'written' });
  const [found] = await store.read([convention('CACHED')], CALL);
  expect(found).toMatchObject({ kind: 'found', expiresAt: expect.any(Date) });
  expect(await write(await opened(`${SPEC}/old?kv=1`), 'CACHED', 'x', { expiresAt })).toMatchObject({
    failure: { kind: 'unsupported' },
  });
});

test('a lasting value does not inherit the time to live of what it replaces', async () => {
  const store = await opened();
  await write(store, 'CACHED', 'x', { expiresAt: new Date(Date.now() + 60_000) });
  expect(await write(store, 'CACHED', 'lasting')).toEqual({ kind: 'written' });
  expect((await store.read([convention('CACHED')], CALL))[0]).not.toHaveProperty('expiresAt');
  world.fake.asked.length = 0;
  await write(store, 'CACHED', 'again');
  expect(world.fake.asked.filter((line) => line.includes('/metadata/'))).toEqual([]);
});

describe('a time to live that was set, and whose value was not written then,', () => {
  const left = async () => {
    world.first = ({ method, path }) =>
      method === 'POST' && path.includes('/data/') ? { status: 500, body: { errors: ['disk full'] } } : null;
    const store = await opened();
    const expiresAt = new Date(Date.now() + 60_000);
    expect(await write(store, 'CACHED', 'x', { expiresAt })).toMatchObject({ kind: 'failed' });
    world.first = null;
    return store;
  };
  const lasts = async () => {
    const [found] = await (await opened()).read([convention('CACHED')], CALL);
    return found?.kind === 'found' && found.expiresAt === undefined ? found.value.revealText() : found;
  };

  test.each([{}, { onlyIfAbsent: true }])('is not inherited by a lasting value (%p)', async (more) => {
    const store = await left();
    expect(await write(store, 'CACHED', 'lasting', more)).toEqual({ kind: 'written' });
    expect(await lasts()).toBe('lasting');
  });

  test('nor by that of a token that may not read', async () => {
    await left();
    const rights = { 'secret/data/tool/': ['create', 'update'], 'secret/metadata/tool/': ['update'] } as const;
    world.vault.tokens.set('writer', { rights, uses: 9 });
    const store = await opened(SPEC, ports({ token: 'writer' }));
    expect(await write(store, 'CACHED', 'lasting')).toEqual({ kind: 'written' });
    expect(await lasts()).toBe('lasting');
  });

  test('is not taken from the value of another writer at the same moment', async () => {
    const store = await left();
    world.first = ({ path }) => {
      if (path.includes('/metadata/')) world.vault.put('secret', HELD.replace('HELD', 'CACHED'), { value: 'theirs' });
      return null;
    };
    expect(await write(store, 'CACHED', 'ours')).toEqual({ kind: 'written' });
    expect(world.vault.fieldsOf('secret', HELD.replace('HELD', 'CACHED'))).toEqual({ value: 'theirs' });
  });

  test('stays if the server fails to change it, and that is reported', async () => {
    const store = await left();
    world.first = ({ path }) => (path.includes('/metadata/') ? { status: 500, body: { errors: ['no'] } } : null);
    expect(await write(store, 'CACHED', 'lasting')).toMatchObject({ kind: 'failed' });
  });
});

test('the time to live of a mount stays, and costs at most one version more', async () => {
  world.vault.deleteVersionAfter = '24h';
  const store = await opened();
  const versions = [];
  for (const text of ['one', 'two']) {
    expect(await write(store, 'NEW', text)).toEqual({ kind: 'written' });
    versions.push(world.vault.versionsOf('secret', HELD.replace('HELD', 'NEW')));
  }
  expect(versions).toEqual([2, 3]);
  expect((await store.read([convention('NEW')], CALL))[0]).toHaveProperty('expiresAt');
});

test('a token that may not change the time to live writes: the mount or its owner has set it', async () => {
  await write(await opened(), 'HELD', 'x', { expiresAt: new Date(Date.now() + 60_000) });
  world.vault.tokens.set('few', { rights: { 'secret/data/tool/': ['read', 'create', 'update'] }, uses: 9 });
  expect(await write(await opened(SPEC, ports({ token: 'few' })), 'HELD', 'new')).toEqual({ kind: 'written' });
});
