/** What becomes of entries: both versions of the engine, versions that are deleted, writers at the same moment, rights, logins. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { byName, CALL, foundValue, readAll, ref, write } from '../shared/store.mjs';

export function entries({ vault, host, scheme, ask, open, tokenFor, appRole, delayed }) {
  const spec = (rest = '', name = scheme) => `${name}://${host}${rest}${rest.includes('?') ? '&' : '?'}tls=false`;
  const failure = async (store, at) => (await store.read([at], CALL))[0].failure;
  const roundTrip = (rest, name) => async () => {
    const store = await open(spec(rest, name));
    deepStrictEqual(await readAll(store, byName('TRIP')), ['absent']);
    for (const text of ['first', '', 'é\n"\\😀']) {
      deepStrictEqual(await write(store, 'TRIP', text), { kind: 'written' });
      deepStrictEqual(await readAll(store, byName('TRIP')), [foundValue(text)]);
    }
    deepStrictEqual(await store.list(CALL), {
      kind: 'listed',
      entries: [{ name: 'TRIP', at: null, native: { item: 'tool/shop/default/TRIP', field: 'value' } }],
    });
    if (store.remove !== undefined) {
      deepStrictEqual(await store.remove([byName('TRIP'), byName('TRIP')], CALL), [
        { kind: 'removed' },
        { kind: 'removed' },
      ]);
      deepStrictEqual(await store.remove([byName('TRIP')], CALL), [{ kind: 'absent' }]);
      deepStrictEqual(await readAll(store, byName('TRIP')), ['absent']);
      deepStrictEqual(await store.list(CALL), { kind: 'listed', entries: [] });
    }
    await store.close();
  };
  return {
    'version 2: written, read, listed, removed': roundTrip('/team/kv'),
    'version 1: written, read, listed': roundTrip('/old?kv=1'),
    'check-and-set where the mount demands it': roundTrip('/strict'),
    'the other scheme speaks the same': roundTrip('/secret', scheme === 'vault' ? 'openbao' : 'vault'),

    'fields of an entry, with every character in its path': async () => {
      await ask('POST', `/v1/secret/data/${encodeURIComponent('a b?c#d%')}/e`, { data: { 'x y': 'one', port: 8080 } });
      const store = await open(spec());
      const at = (name) => ref('a b?c#d%/e', { field: name });
      deepStrictEqual(await readAll(store, at('x y'), at('gone'), at('port')), ['found one', 'absent', 'found 8080']);
      strictEqual(await store.absence(at('gone')), `${scheme}: entry a b?c#d%/e has no field gone`);
    },

    'a deleted version is absent, and a gap to fill': async () => {
      const store = await open(spec());
      await write(store, 'DELETED', 'first');
      await ask('DELETE', '/v1/secret/data/tool/shop/default/DELETED');
      deepStrictEqual(await readAll(store, byName('DELETED')), ['absent']);
      deepStrictEqual(await write(store, 'DELETED', 'second', { onlyIfAbsent: true }), { kind: 'written' });
      const answer = await write(store, 'DELETED', 'third', { onlyIfAbsent: true });
      strictEqual(answer.kind === 'present' && answer.value.revealText(), 'second');
    },

    'other fields stay, and older versions too': async () => {
      await ask('POST', '/v1/secret/data/tool/shop/default/SHARED', { data: { value: 'old', owner: 'team' } });
      await write(await open(spec()), 'SHARED', 'new');
      const { data } = (await ask('GET', '/v1/secret/data/tool/shop/default/SHARED')).body;
      deepStrictEqual([data.data, data.metadata.version], [{ value: 'new', owner: 'team' }, 2]);
    },

    // Version 1 gives numbers as they were written, version 2 as floating-point numbers.
    'numbers in other fields stay as the server gives them': async () => {
      const others = '"id":12345678901234567890,"more":{"pi":3.14159265358979323846,"two":2.0}';
      const headers = { 'X-Vault-Token': vault.token };
      for (const [where, query, wrapped, given] of [
        ['old', '/old?kv=1', (fields) => fields, `{${others},"value":"new"}`],
        ['secret/data', '', (fields) => `{"data":${fields}}`, '{"id":12345678901234567000,"more":'],
      ]) {
        const address = `http://${host}/v1/${where}/tool/shop/default/NUMBERS`;
        await fetch(address, { method: 'POST', headers, body: wrapped(`{"value":"old",${others}}`) });
        deepStrictEqual(await write(await open(spec(query)), 'NUMBERS', 'new'), { kind: 'written' });
        const held = await (await fetch(address, { headers })).text();
        ok(held.includes(given), held);
      }
    },

    'of two writers at the same moment the later one reads again': async () => {
      const other = { data: { value: 'theirs' } };
      let isFirst = true;
      const before = async (request) => {
        if (request.method !== 'POST' || !isFirst) return;
        isFirst = false;
        await ask('POST', '/v1/secret/data/tool/shop/default/RACE', other);
      };
      const way = await delayed(0, { before });
      const store = await open(`${scheme}://${way.host}?tls=false`);
      deepStrictEqual(await write(store, 'RACE', 'ours'), { kind: 'written' });
      deepStrictEqual(await readAll(store, byName('RACE')), ['found ours']);
      await store.close();
      way.stop();
    },

    'twenty that fill the same gap keep one value between them': async () => {
      const stores = await Promise.all(Array.from({ length: 20 }, () => open(spec())));
      const answers = await Promise.all(
        stores.map((store, index) => write(store, 'GAP', `value ${index}`, { onlyIfAbsent: true })),
      );
      strictEqual(answers.filter(({ kind }) => kind === 'written').length, 1);
      const kept = await readAll(stores[0], byName('GAP'));
      const given = answers.filter(({ kind }) => kind === 'present').map(({ value }) => `found ${value.revealText()}`);
      deepStrictEqual([...new Set(given)], kept);
      await Promise.all(stores.map((store) => store.close()));
    },

    'an entry with a time to live says when it ends': async () => {
      const store = await open(spec());
      const expiresAt = new Date(Date.now() + 3_600_000);
      deepStrictEqual(await write(store, 'CACHED', 'x', { expiresAt }), { kind: 'written' });
      const [found] = await store.read([byName('CACHED')], CALL);
      ok(Math.abs(found.expiresAt - expiresAt) < 60_000);
    },

    'a lasting value that replaces it lasts': async () => {
      const store = await open(spec());
      await write(store, 'FORMERLY_CACHED', 'x', { expiresAt: new Date(Date.now() + 3_600_000) });
      deepStrictEqual(await write(store, 'FORMERLY_CACHED', 'lasting'), { kind: 'written' });
      const [found] = await store.read([byName('FORMERLY_CACHED')], CALL);
      deepStrictEqual([found.value.revealText(), found.expiresAt], ['lasting', undefined]);
    },

    'nor does it take the time to live of a value that was never written': async () => {
      const path = 'tool/shop/default/NEVER_CACHED';
      await ask('POST', `/v1/secret/metadata/${path}`, { delete_version_after: '1h' });
      const store = await open(spec());
      deepStrictEqual(await write(store, 'NEVER_CACHED', 'lasting'), { kind: 'written' });
      const [found] = await store.read([byName('NEVER_CACHED')], CALL);
      deepStrictEqual([found.value.revealText(), found.expiresAt], ['lasting', undefined]);
    },

    'what is denied is not missing': async () => {
      const token = await tokenFor({ 'secret/data/other/*': ['read'] });
      const store = await open(spec(), { token });
      const { kind, help } = await failure(store, byName('HELD'));
      deepStrictEqual([kind, help.includes('`read` on `secret/data/tool/shop/default/HELD`')], ['denied', true]);
      strictEqual((await store.list(CALL)).failure.kind, 'denied');
      strictEqual((await store.remove([byName('HELD')], CALL))[0].failure.kind, 'denied');
      strictEqual((await write(store, 'HELD', 'x')).failure.kind, 'denied');
    },

    'who may read and not write learns of it; who may write and not read writes': async () => {
      const path = 'secret/data/tool/shop/default/ONE';
      const reader = await open(spec(), { token: await tokenFor({ [path]: ['read'] }) });
      deepStrictEqual(await readAll(reader, byName('ONE')), ['absent']);
      match((await write(reader, 'ONE', 'x')).failure.help, /`create` and `update`/);
      const writer = await open(spec(), { token: await tokenFor({ [path]: ['create', 'update'] }) });
      deepStrictEqual(await write(writer, 'ONE', 'blind'), { kind: 'written' });
      deepStrictEqual(await readAll(reader, byName('ONE')), ['found blind']);
    },

    'an unknown token is denied': async () => {
      const { kind, detail } = await failure(await open(spec(), { token: 'canary-token' }), byName('HELD'));
      deepStrictEqual([kind, detail.includes('canary')], ['denied', false]);
    },

    'the version that the mount does not have is said': async () => {
      match((await failure(await open(spec('/old')), byName('GONE'))).detail, /version 1/);
      match((await failure(await open(spec('/secret?kv=1')), byName('GONE'))).detail, /version 2/);
      match((await failure(await open(spec('/nowhere')), byName('GONE'))).detail, /no KV engine/);
    },

    'an AppRole signs in once, also with a SecretID that is good for one login': async () => {
      const store = await open(spec('?auth=approle'), await appRole(1));
      const many = Array.from({ length: 40 }, (_, index) => byName(`K${index}`));
      deepStrictEqual(new Set(await readAll(store, ...many)), new Set(['absent']));
      deepStrictEqual(await write(store, 'ROLE', 'x'), { kind: 'written' });
    },

    'a token of three uses is had anew': async () => {
      const store = await open(spec('?auth=approle'), await appRole(0, 3));
      deepStrictEqual(await write(store, 'USES', 'x'), { kind: 'written' });
      const many = Array.from({ length: 10 }, () => byName('USES')).map((at, index) => ({ ...at, key: `U${index}` }));
      deepStrictEqual(new Set(await readAll(store, ...many)), new Set(['absent']));
      deepStrictEqual(await readAll(store, byName('USES')), ['found x']);
    },

    'a SecretID that is wrong or spent is denied': async () => {
      const role = await appRole(1);
      deepStrictEqual(await readAll(await open(spec('?auth=approle'), role), byName('GONE')), ['absent']);
      deepStrictEqual(await readAll(await open(spec('?auth=approle'), role), byName('GONE')), ['failed denied']);
      const wrong = { ...role, secret_id: 'canary' };
      deepStrictEqual(await readAll(await open(spec('?auth=approle'), wrong), byName('GONE')), ['failed denied']);
    },
  };
}
