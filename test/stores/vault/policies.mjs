/** The policies of `docs/stores/vault.md`, as they are written there: each is enough for what the page says, and for nothing else. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byName, CALL, readAll, write } from '../shared/store.mjs';

const PAGE = join(import.meta.dirname, '../../../docs/stores/vault.md');
const HELD = byName('HELD_HERE');

export async function policies({ ask, open, spec, tokenWith }) {
  await ask('POST', '/v1/secret/data/tool/shop/default/HELD_HERE', { data: { value: 'held' } });
  await ask('POST', '/v1/old/tool/shop/default/HELD_HERE', { value: 'held' });
  await ask('POST', '/v1/secret/data/tool/other/default/HELD_HERE', { data: { value: 'held' } });
  const other = { ...HELD, project: 'other' };
  const holder = async (title) => {
    const policy = policyOf(title);
    const store = await open(spec(), { token: await tokenWith(policy) });
    const old = policy.replaceAll('secret/data/', 'old/').replaceAll('secret/metadata/', 'old/');
    return { store, first: await open(spec('/old?kv=1'), { token: await tokenWith(old) }) };
  };
  const denied = ({ failure }, rights) => {
    strictEqual(failure.kind, 'denied');
    match(failure.help, rights);
  };
  const soon = { expiresAt: new Date(Date.now() + 3_600_000) };
  return {
    'the policy to read': async () => {
      const { store, first } = await holder('read');
      for (const each of [store, first]) {
        deepStrictEqual(await readAll(each, HELD, byName('GONE'), other), ['found held', 'absent', 'failed denied']);
        denied(await write(each, 'HELD_HERE', 'x'), /`create` and `update`/);
        denied(await each.list(CALL), /`list`/);
      }
      denied((await store.remove([HELD], CALL))[0], /`read` on `secret\/metadata/);
    },

    'the policy to write': async () => {
      const { store, first } = await holder('read and write');
      for (const each of [store, first]) {
        deepStrictEqual(await write(each, 'WRITTEN_HERE', 'one'), { kind: 'written' });
        deepStrictEqual(await write(each, 'WRITTEN_HERE', 'two'), { kind: 'written' });
        strictEqual((await write(each, 'WRITTEN_HERE', 'three', { onlyIfAbsent: true })).kind, 'present');
        deepStrictEqual(await readAll(each, byName('WRITTEN_HERE'), other), ['found two', 'failed denied']);
      }
      denied((await store.remove([HELD], CALL))[0], /`read` on `secret\/metadata/);
      denied(await write(store, 'WRITTEN_HERE', 'x', soon), /`create` and `update` on `secret\/metadata/);
    },

    'the policy to list': async () => {
      const { store, first } = await holder('list, for init --from');
      for (const each of [store, first]) {
        strictEqual((await each.list(CALL)).kind, 'listed');
        denied((await each.read([HELD], CALL))[0], /`read`/);
      }
    },

    'the policy to remove': async () => {
      await ask('POST', '/v1/secret/data/tool/shop/default/REMOVED_HERE', { data: { value: 'x' } });
      const { store } = await holder('remove');
      const at = byName('REMOVED_HERE');
      deepStrictEqual(await store.remove([at], CALL), [{ kind: 'removed' }]);
      deepStrictEqual(await store.remove([at], CALL), [{ kind: 'absent' }]);
      denied((await store.read([HELD], CALL))[0], /`read`/);
      denied((await store.remove([other], CALL))[0], /`read` on `secret\/metadata/);
    },

    'the policy of a cache': async () => {
      const { store } = await holder('use it as a cache');
      deepStrictEqual(await write(store, 'CACHED_HERE', 'x', soon), { kind: 'written' });
      const [found] = await store.read([byName('CACHED_HERE')], CALL);
      deepStrictEqual([found.kind, found.expiresAt instanceof Date], ['found', true]);
      deepStrictEqual(await write(store, 'CACHED_HERE', 'lasting'), { kind: 'written' });
      deepStrictEqual(await store.remove([byName('CACHED_HERE')], CALL), [{ kind: 'removed' }]);
      deepStrictEqual(await readAll(store, other), ['failed denied']);
    },
  };
}

/** The policy of the page whose first line is this comment. */
function policyOf(title) {
  const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/^```hcl[^\n]*\n([\s\S]*?)^```$/gm)].map(([, text]) => text);
  const found = blocks.find((text) => text.startsWith(`# ${title}\n`));
  if (found === undefined) throw new Error(`the page has no policy # ${title}`);
  return found;
}
