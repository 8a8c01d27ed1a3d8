/** What every store says an entry is: equal texts for the same entry in any spelling, different texts for others. */
import { expect, test } from '@jest/globals';
import { descriptorOf } from '#schemas/providers/index.js';
import { canonicalSpec } from '#schemas/stores/canonical-spec.js';
import { conventionText } from '#schemas/stores/convention.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { CALL, convention } from '../runtime/providers/open-store.js';
import { eachStore } from './each-store.js';

eachStore((subject) => {
  test('entries are distinguished, and the same entry is the same', async () => {
    const { store, held } = await subject.fresh();
    const [one, again, other, whole] = await Promise.all(
      [convention('HELD'), convention('HELD'), convention('OTHER'), null].map((at) => store.identity(at)),
    );
    expect(again).toBe(one);
    expect(new Set([one, other, whole]).size).toBe(3);
    if (subject.scheme !== 'null') expect(await store.identity(held)).toBe(one);
  });

  test('the name that a plan shows is that of the entry which the store has', async () => {
    const { at, spec, held } = await subject.fresh();
    const names = { project: 'demo', profile: 'default' };
    const uri = parseStoreUri(spec(at));
    const entry = uri.kind === 'uri' ? descriptorOf(subject.scheme)?.entry(held, uri, names) : undefined;
    // By `ref` a document of SOPS has its keys in another place, which is found by convention too.
    if (subject.scheme === 'sops') return;
    expect(entry).toMatchObject({
      kind: 'entry',
      name: uri.kind === 'uri' && conventionText(uri, { ...names, key: 'HELD' }),
    });
  });

  test('what reports call the store is the one spelling of its address', async () => {
    const { at, spec, store, identityOf } = await subject.fresh();
    const canonical = (text: string) => {
      const uri = parseStoreUri(text);
      return uri.kind === 'uri' ? canonicalSpec(uri) : uri.problem;
    };
    const shown = store.shown ?? canonical(spec(at));
    if (subject.scheme !== 'null') expect(canonical(shown)).toBe(shown);
    expect(await identityOf(shown, null)).toBe(await store.identity(null));
  });

  test('a listed entry is at its coordinates, so that a secret of another name can read it', async () => {
    const { store } = await subject.fresh();
    const listed = (await store.list?.(CALL)) ?? { kind: 'listed', entries: [] };
    if (listed.kind === 'failed') throw new Error(listed.failure.detail);
    for (const { name, at, native = { item: name } } of listed.entries) {
      if (at === null)
        expect(await store.identity({ kind: 'native', ...native })).toBe(await store.identity(convention(name)));
    }
  });

  test('a store is the same in every spelling, and other than another', async () => {
    const { at, spec, identityOf, store } = await subject.fresh();
    const other = (await subject.fresh()).at;
    const isLocal = spec(at) !== spec(other);
    const name = at.slice(at.lastIndexOf('/') + 1);
    const spellings = [at, '.', './', `../${name}`, `${at}/../${name}/.`, `${at}.link`, `../${name}.link`, '~/..'];
    for (const entry of [null, convention('HELD'), convention('MISSING')]) {
      const identity = await store.identity(entry);
      // The pattern of a keyring is a text, not a path.
      for (const spelling of subject.world.file === undefined ? [at] : spellings)
        expect([spelling, await identityOf(spec(spelling), entry)]).toEqual([spelling, identity]);
      if (isLocal) expect(await identityOf(spec(other), entry)).not.toBe(identity);
    }
  });
});
