/** Secrets and their versions, and what the double of the unit tests (`test/helpers/doubles/setec.ts`) imitates. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { FakeSetec } from '../../../dist/test/helpers/doubles/setec.js';
import { byName, CALL, foundValue, inShort, readAll, ref, secret, write } from '../shared/store.mjs';

export function entries({ ask, fresh, lossyWay, open, put, spec, specOf }) {
  const below = async () => {
    const prefix = fresh('entries');
    return { name: `${prefix}/tool/shop/default/KEY`, store: await open(spec(`&prefix=${prefix}`)) };
  };
  return {
    'what is written is a new version, the active one, and older ones stay': async () => {
      const { name, store } = await below();
      for (const text of ['one', 'two', 'two']) deepStrictEqual(await write(store, 'KEY', text), WRITTEN);
      const { body } = await ask('info', { Name: name });
      deepStrictEqual([body.Versions, body.ActiveVersion], [[1, 2], 2]);
      const addresses = [byName('KEY'), ref(name), ref(name, { version: '1' }), ref(name, { version: '9' })];
      deepStrictEqual(await readAll(store, ...addresses), ['found two', 'found two', 'found one', 'absent']);
    },

    'a value whose answer was lost is sent again, and is one version, also after one that was never active':
      async () => {
        const { name } = await below();
        await put(name, 'one');
        await ask('put', { Name: name, Value: Buffer.from('two').toString('base64') });
        const { host, seen, stop } = await lossyWay('put');
        const store = await open(specOf(host));
        deepStrictEqual(await store.write([{ at: ref(name), value: secret('three') }], CALL), [WRITTEN]);
        await store.close();
        stop();
        deepStrictEqual(
          seen.requests.map(({ url }) => url),
          ['/api/put', '/api/put', '/api/activate'],
        );
        const { body } = await ask('info', { Name: name });
        deepStrictEqual([body.Versions, body.ActiveVersion], [[1, 2, 3], 3]);
      },

    'the version that is active is read, not the latest': async () => {
      const { name, store } = await below();
      await put(name, 'one');
      await put(name, 'two');
      await ask('activate', { Name: name, Version: 1 });
      deepStrictEqual(await readAll(store, byName('KEY')), ['found one']);
    },

    'bytes, an empty value and a megabyte': async () => {
      const { store } = await below();
      for (const content of [Buffer.of(0, 255, 10), '', 'x'.repeat(1024 * 1024)]) {
        deepStrictEqual(await write(store, 'KEY', content), WRITTEN);
        deepStrictEqual(await readAll(store, byName('KEY')), [foundValue(content)]);
      }
    },

    'twenty writers that fill one gap end up with one value': async () => {
      const { name, store } = await below();
      const values = Array.from({ length: 20 }, (_, index) => `value ${index}`);
      const stores = await Promise.all(values.map(() => open(spec(`&prefix=${name.split('/')[0]}`))));
      const answers = await Promise.all(
        values.map((value, index) => write(stores[index], 'KEY', value, { onlyIfAbsent: true })),
      );
      const [stored] = await readAll(store, byName('KEY'));
      const ends = answers.map((answer, index) =>
        answer.kind === 'written' ? `found ${values[index]}` : `found ${answer.value.revealText()}`,
      );
      deepStrictEqual(new Set(ends), new Set([stored]));
      strictEqual(answers.filter(({ kind }) => kind === 'written').length, 1);
    },

    'a name that was removed has a gap again': async () => {
      const { name, store } = await below();
      await put(name, 'one');
      await put(name, 'two');
      deepStrictEqual(await store.remove([byName('KEY')], CALL), [{ kind: 'removed' }]);
      deepStrictEqual(await store.remove([byName('KEY')], CALL), [{ kind: 'absent' }]);
      deepStrictEqual(await write(store, 'KEY', 'three', { onlyIfAbsent: true }), WRITTEN);
      deepStrictEqual(await readAll(store, byName('KEY')), ['found three']);
    },

    // The server takes an empty value for that of the latest version, which is not there any more.
    'an empty value after the latest version was deleted is an error, and changes nothing': async () => {
      const { name, store } = await below();
      await put(name, 'one');
      await put(name, 'two');
      await ask('activate', { Name: name, Version: 1 });
      await ask('delete-version', { Name: name, Version: 2 });
      const answer = await write(store, 'KEY', '');
      match(answer.failure.detail, /^version 2 is stored, but it could not be made the active one: .*status 404/);
      deepStrictEqual(await readAll(store, byName('KEY')), ['found one']);
    },

    'names of this project by key, others by a reference': async () => {
      const { name, store } = await below();
      await put(name, 'x');
      const [prefix] = name.split('/');
      await put(`${prefix}/other`, 'x');
      deepStrictEqual(await store.list(CALL), {
        kind: 'listed',
        entries: [
          { name: `${prefix}/other`, at: { item: `${prefix}/other` } },
          { name: 'KEY', at: null, native: { item: name } },
        ],
      });
    },

    'the double of the unit tests answers as the server does': async () => {
      const double = new FakeSetec();
      const headers = { 'content-type': 'application/json', 'sec-x-tailscale-no-browsers': 'setec' };
      const name = fresh('double');
      const value = (text) => Buffer.from(text).toString('base64');
      const steps = [
        ['get', { Name: name, Version: 0 }],
        ['put', { Name: name, Value: value('a') }],
        ['put', { Name: name, Value: value('b') }],
        ['put', { Name: name, Value: value('b') }],
        ['get', { Name: name, Version: 0 }],
        ['get', { Name: name, Version: 2 }],
        ['get', { Name: name, Version: 3 }],
        ['activate', { Name: name, Version: 2 }],
        ['activate', { Name: name, Version: 3 }],
        ['info', { Name: name }],
        ['delete', { Name: name }],
        ['delete', { Name: name }],
        ['info', { Name: name }],
        ['activate', { Name: name, Version: 1 }],
        ['put', { Name: '', Value: '' }],
        ['put', { Name: '_internal/x', Value: '' }],
      ];
      for (const [action, json] of steps) {
        const { status, body } = double.answer({
          method: 'POST',
          path: `/api/${action}`,
          headers,
          body: JSON.stringify(json),
        });
        const real = await ask(action, json);
        deepStrictEqual(
          [action, json, status, status === 200 ? JSON.parse(body) : body],
          [action, json, ...Object.values(real)],
        );
      }
    },

    'equal addresses are requested once, and a failure leaves the others alone': async () => {
      const { name, store } = await below();
      await put(name, 'x');
      const answers = await store.read([byName('KEY'), ref('_internal/acl'), byName('GONE'), byName('KEY')], CALL);
      deepStrictEqual(answers.map(inShort), ['found x', 'failed unsupported', 'absent', 'found x']);
    },
  };
}

const WRITTEN = { kind: 'written' };
