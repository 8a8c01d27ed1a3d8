/** What becomes of objects: keys written, listed and removed, many writers, what an object does not take. */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { byName, CALL, foundValue, inShort, secret, write } from '../shared/store.mjs';
import { base64, MERGE } from './world.mjs';

export function objects({ ask, fresh, open, path, put }) {
  const readAll = async (store, ...keys) => (await store.read(keys.map(byName), CALL)).map(inShort);
  const failure = async (answer) => (await answer).failure;
  const of = (scheme) => ({
    scheme,
    resource: scheme === 'k8s+secret' ? 'secrets' : 'configmaps',
    name: fresh('object'),
  });
  const roundTrip = (scheme) => async () => {
    const { name, resource } = of(scheme);
    const store = await open(`${scheme}://${name}`);
    strictEqual((await store.read([byName('TRIP')], CALL))[0].failure.kind, 'failed');
    for (const text of ['first', '', 'é\n"\\😀']) {
      deepStrictEqual(await write(store, 'TRIP', text), { kind: 'written' });
      deepStrictEqual(await readAll(store, 'TRIP', 'GONE'), [foundValue(text), 'absent']);
    }
    await ask('PATCH', path(name, resource), { data: { 'other.key': base64('x') } }, MERGE);
    const entries = [
      { name: 'other.key', at: { item: 'other.key' } },
      { name: 'TRIP', at: null, native: { item: 'tool--shop--default--TRIP' } },
    ];
    deepStrictEqual(await store.list(CALL), { kind: 'listed', entries });
    const removed = await store.remove([byName('TRIP'), byName('GONE')], CALL);
    deepStrictEqual(removed, [{ kind: 'removed' }, { kind: 'absent' }]);
    deepStrictEqual(await store.remove([{ kind: 'native', item: 'other.key' }], CALL), [{ kind: 'removed' }]);
    deepStrictEqual(await readAll(store, 'TRIP'), ['absent']);
    const { metadata, data } = (await ask('GET', path(name, resource))).body;
    deepStrictEqual([metadata.labels['app.kubernetes.io/managed-by'], data], ['tool', undefined]);
    await store.close();
  };
  const manyWriters = (scheme) => async () => {
    const { name } = of(scheme);
    const stores = await Promise.all(Array.from({ length: 20 }, () => open(`${scheme}://${name}`)));
    const answers = await Promise.all(stores.map((store, index) => write(store, `K${index}`, `value ${index}`)));
    deepStrictEqual(new Set(answers.map(({ kind }) => kind)), new Set(['written']));
    const kept = await readAll(stores[0], ...stores.map((_, index) => `K${index}`));
    deepStrictEqual(
      kept,
      stores.map((_, index) => `found value ${index}`),
    );
    const gap = await Promise.all(
      stores.map((store, index) => write(store, 'GAP', `value ${index}`, { onlyIfAbsent: true })),
    );
    strictEqual(gap.filter(({ kind }) => kind === 'written').length, 1);
    const given = gap.filter(({ kind }) => kind === 'present').map(({ value }) => `found ${value.revealText()}`);
    deepStrictEqual([...new Set(given)], await readAll(stores[0], 'GAP'));
    const removals = await Promise.all(stores.map((store, index) => store.remove([byName(`K${index}`)], CALL)));
    deepStrictEqual(new Set(removals.flat().map(({ kind }) => kind)), new Set(['removed']));
    await Promise.all(stores.map((store) => store.close()));
  };
  const limits = (scheme) => async () => {
    const { name, resource } = of(scheme);
    const store = await open(`${scheme}://${name}`);
    const half = 'canary'.repeat(100_000);
    deepStrictEqual(await write(store, 'HALF', half), { kind: 'written' });
    const said = [await failure(write(store, 'OTHER', half)), await failure(write(store, 'HUGE', half + half))];
    for (const { detail } of said) match(detail, /larger than 1 MiB/);
    await put(`${name}-fixed`, { immutable: true, data: { key: base64('x') } }, resource);
    const fixed = await open(`${scheme}://${name}-fixed`);
    said.push(await failure(write(fixed, 'NEW', 'canary')));
    said.push((await fixed.remove([{ kind: 'native', item: 'key' }], CALL))[0].failure);
    for (const { kind, detail } of said.slice(2)) match(`${kind} ${detail}`, /^denied .* is immutable$/);
    doesNotMatch(JSON.stringify(said), /canary/);
  };
  return {
    'a Secret: created, written, listed, removed': roundTrip('k8s+secret'),
    'a ConfigMap: created, written, listed, removed': roundTrip('k8s+configmap'),
    'a Secret: twenty writers of their own keys and of one gap lose nothing': manyWriters('k8s+secret'),
    'a ConfigMap: twenty writers of their own keys and of one gap lose nothing': manyWriters('k8s+configmap'),
    'a Secret that is full or immutable says so, and quotes nothing': limits('k8s+secret'),
    'a ConfigMap that is full or immutable says so, and quotes nothing': limits('k8s+configmap'),

    'bytes of a Secret and of a ConfigMap': async () => {
      const name = fresh('bytes');
      const bytes = Buffer.from([0, 0xff, 0x0a]);
      await put(name, { data: { raw: bytes.toString('base64') } });
      await put(name, { binaryData: { raw: bytes.toString('base64') } }, 'configmaps');
      for (const scheme of ['k8s+secret', 'k8s+configmap']) {
        const store = await open(`${scheme}://${name}`);
        const [answer] = await store.read([{ kind: 'native', item: 'raw' }], CALL);
        deepStrictEqual(Buffer.from(answer.value.reveal()), bytes);
      }
      const map = await open(`k8s+configmap://${name}`);
      const at = { kind: 'native', item: 'raw' };
      deepStrictEqual(await map.write([{ at, value: secret('text') }], CALL), [{ kind: 'written' }]);
      const { data, binaryData } = (await ask('GET', path(name, 'configmaps'))).body;
      deepStrictEqual([data, binaryData], [{ raw: 'text' }, undefined]);
    },

    'a namespace that does not exist': async () => {
      const store = await open('k8s+secret://app@nowhere');
      match((await failure(write(store, 'KEY', 'x'))).detail, /namespace `nowhere` does not exist/);
    },

    'the writer is the manager of its keys': async () => {
      const name = fresh('managed');
      await write(await open(`k8s+secret://${name}`), 'KEY', 'x');
      const { managedFields } = (await ask('GET', path(name))).body.metadata;
      deepStrictEqual(
        managedFields.map(({ manager }) => manager),
        ['tool'],
      );
    },
  };
}
