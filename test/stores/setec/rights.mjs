/** The rights of `docs/stores/setec.md`, as its table has them: each is enough for what the page says, and for nothing else. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byName, CALL, readAll, write } from '../shared/store.mjs';

const PAGE = join(import.meta.dirname, '../../../docs/stores/setec.md');
/** Addresses of clients that may do one thing each, by its words on the page. */
const HOLDERS = {
  read: '127.0.0.2',
  write: '127.0.0.3',
  'fill a gap': '127.0.0.4',
  delete: '127.0.0.5',
  list: '127.0.0.6',
};
const STRANGER = '127.0.0.7';
const NOBODY = '127.0.0.8';

/** The rules of the server by address. */
export function rulesOfPage() {
  const page = readFileSync(PAGE, 'utf8');
  const rules = Object.entries(HOLDERS).map(([words, address]) => {
    const [, cell] = new RegExp(`^\\| ${words} \\| ([^|]*) \\|`, 'm').exec(page) ?? [];
    if (cell === undefined) throw new Error(`the page does not say how to ${words}`);
    const action = [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
    return [address, { action, secret: ['rights/*'] }];
  });
  return { ...Object.fromEntries(rules), [NOBODY]: null };
}

export function rights({ ask, open, put, specOf, way }) {
  const name = (key) => `rights/tool/shop/default/${key}`;
  const as = async (address, use) => {
    const through = await way(address);
    const at = (prefix) => open(specOf(through.host, `&prefix=${prefix}`));
    await use(await at('rights'), await at('elsewhere'));
    through.stop();
  };
  const denied = ({ kind, failure }, right) => {
    deepStrictEqual([kind, failure?.kind], ['failed', 'denied']);
    match(failure.help, new RegExp(`grant \`${right}\` on \`[a-z]+/tool/shop/default/`));
  };
  const [KEY, NEW] = [byName('KEY'), byName('NEW')];
  const held = async () => {
    await ask('delete', { Name: name('NEW') });
    await put(name('KEY'), 'canary');
  };
  const removed = async (store) => (await store.remove([KEY], CALL))[0];

  return {
    'who may read reads, and does nothing else': async () => {
      await held();
      await as(HOLDERS.read, async (store, other) => {
        deepStrictEqual(await readAll(store, KEY, byName('GONE')), ['found canary', 'absent']);
        deepStrictEqual(await readAll(other, KEY), ['failed denied']);
        denied((await other.read([KEY], CALL))[0], 'get');
        denied(await write(store, 'KEY', 'x'), 'put');
        denied(await removed(store), 'delete');
        deepStrictEqual(await store.list(CALL), { kind: 'listed', entries: [] });
      });
    },

    'who may write creates and replaces, without reading': async () => {
      await held();
      await as(HOLDERS.write, async (store) => {
        deepStrictEqual(await write(store, 'KEY', 'x'), { kind: 'written' });
        deepStrictEqual(await write(store, 'NEW', 'x'), { kind: 'written' });
        deepStrictEqual(await readAll(store, KEY), ['failed denied']);
        denied(await write(store, 'GAP', 'x', { onlyIfAbsent: true }), 'get');
        denied(await removed(store), 'delete');
      });
      strictEqual((await ask('get', { Name: name('KEY'), Version: 0 })).body.Value, 'eA==');
    },

    'who may fill a gap does, and cannot replace': async () => {
      await held();
      await as(HOLDERS['fill a gap'], async (store) => {
        deepStrictEqual(await write(store, 'NEW', 'made', { onlyIfAbsent: true }), { kind: 'written' });
        strictEqual((await write(store, 'KEY', 'made', { onlyIfAbsent: true })).kind, 'present');
        const answer = await write(store, 'KEY', 'x');
        denied(answer, 'activate');
        match(answer.failure.detail, /^version \d+ is stored, but it could not be made the active one/);
        deepStrictEqual(await readAll(store, KEY, NEW), ['found canary', 'found made']);
      });
    },

    'who may delete removes; without the right to ask, what is missing counts as removed': async () => {
      await held();
      await as(HOLDERS.delete, async (store) => {
        deepStrictEqual(await removed(store), { kind: 'removed' });
        deepStrictEqual(await removed(store), { kind: 'removed' });
        deepStrictEqual(await readAll(store, KEY), ['failed denied']);
      });
      strictEqual((await ask('info', { Name: name('KEY') })).status, 404);
    },

    'who may list sees the names that it may ask about': async () => {
      await held();
      await put('elsewhere/tool/shop/default/KEY', 'x');
      await as(HOLDERS.list, async (store, other) => {
        deepStrictEqual(await store.list(CALL), {
          kind: 'listed',
          entries: [{ name: 'KEY', at: null, native: { item: name('KEY') } }],
        });
        deepStrictEqual(await other.list(CALL), { kind: 'listed', entries: [] });
        deepStrictEqual(await readAll(store, KEY), ['failed denied']);
      });
    },

    'who has no right is denied what exists and what does not': async () => {
      await held();
      await as(STRANGER, async (store) => {
        deepStrictEqual(await readAll(store, KEY, byName('GONE')), ['failed denied', 'failed denied']);
      });
    },

    'who is not in the tailnet is denied, and told so': async () => {
      await as(NOBODY, async (store) => {
        const [answer] = await store.read([KEY], CALL);
        strictEqual(answer.failure.kind, 'denied');
        match(answer.failure.detail, /unable to identify caller/);
      });
    },
  };
}
