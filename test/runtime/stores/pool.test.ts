/** What a session keeps of its stores between operations: what succeeded, and no failure (providers-local 1.4). */
import { expect, test } from '@jest/globals';
import { link } from '#runtime/link/link.js';
import type { StoreFailure } from '#runtime/providers/provider.js';
import type { Credential } from '#runtime/stores/pool.js';
import { type FakeStore, fakeStore, fakeWorld } from '../../helpers/fake-store.js';
import { choice, leaf, planOf, stored, storeRef, user } from '../../helpers/plan.js';

const SAFE = 'dotenv://safe.env';
const CORP = 'corp://host';
const LOCKED: StoreFailure = { kind: 'locked', detail: 'no key' };
const A = { kind: 'convention', project: 'shop', profile: 'default', key: 'A' } as const;

/** Operations of one session that each read `A` of a store with a bound credential. */
function operations(safe: FakeStore, onOpen: (credential: Credential) => Promise<unknown> = async () => null) {
  const corp = fakeStore({ entries: { A: 'v' } });
  const credentials = { token: { store: storeRef(SAFE) } };
  const plan = planOf({ stores: { corp: leaf(CORP, { credentials }) }, secrets: { A: stored({ route: ['corp'] }) } });
  const result = link(plan, choice(), user(), new Set(['corp']));
  if (result.kind === 'refused') throw new Error('refused');
  const { plan: linked } = result;
  const index = linked.stores.findIndex((store) => store.kind === 'store' && store.uri === CORP);
  const world = fakeWorld(
    { [SAFE]: safe, [CORP]: corp },
    { onOpen: async (uri, credential) => void (uri === CORP && (await onOpen(credential))) },
  );
  const read = async () => {
    const [answer] = await world.storesOf(linked).read(index, [A], 'reading');
    return answer?.kind === 'failed' ? answer.failure.kind : answer?.kind;
  };
  return { corp, read, stores: () => world.storesOf(linked), index };
}

const required = (credential: Credential) => credential('token', { required: true });

test('a store that could not be opened is opened again by the next operation, and by none of the same', async () => {
  const safe = fakeStore({ entries: { token: 't' }, failing: LOCKED });
  let asked = 0;
  const { read, corp, stores, index } = operations(safe, (credential) => {
    asked += 1;
    return required(credential);
  });
  const same = stores();
  for (let turn = 0; turn < 2; turn++)
    expect(await same.read(index, [A], 'reading')).toMatchObject([{ kind: 'failed', failure: { kind: 'locked' } }]);
  expect(asked).toBe(1);
  safe.failing = null;
  expect([await read(), await read()]).toEqual(['found', 'found']);
  expect([asked, corp.opened]).toEqual([2, 1]);
});

test('operations at the same time share one failure', async () => {
  const safe = fakeStore({ failing: LOCKED });
  const { read } = operations(safe, required);
  expect(await Promise.all([read(), read()])).toEqual(['locked', 'locked']);
  expect(safe.reads).toHaveLength(1);
});

test('a credential that failed is read again when an open store asks again', async () => {
  const safe = fakeStore({ entries: { token: 't' }, failing: LOCKED });
  const given: Credential[] = [];
  const { read } = operations(safe, async (credential) => given.push(credential));
  await read();
  const [credential] = given;
  const outcome = async () => credential && (await required(credential).then((value) => value?.revealText(), String));
  expect(await Promise.all([outcome(), outcome()])).toEqual(Array(2).fill(expect.stringContaining('no key')));
  expect(safe.reads).toHaveLength(1);
  safe.failing = null;
  expect([await outcome(), await outcome()]).toEqual(['t', 't']);
  expect(safe.reads).toHaveLength(2);
});

test('so is one whose own store could not be opened', async () => {
  const safe = fakeStore({ entries: { token: 't' } });
  safe.refusing = LOCKED;
  const given: Credential[] = [];
  const { read } = operations(safe, async (credential) => given.push(credential));
  await read();
  const [credential] = given;
  const outcome = async () => credential && (await required(credential).then((value) => value?.revealText(), String));
  expect(await outcome()).toContain('no key');
  delete safe.refusing;
  expect(await outcome()).toBe('t');
});
