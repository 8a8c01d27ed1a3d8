/** Caches cleared without an execution: what is removed, what stays, what is counted. */
import { expect, test } from '@jest/globals';
import { clearCaches } from '#runtime/execute/keeping/clear-caches.js';
import { linkCaches } from '#runtime/link/link-caches.js';
import type { PlannedStore } from '#schemas/plan.js';
import { executed } from '../../../helpers/execute-plan.js';
import { type FakeStore, fakeStore, fakeWorld } from '../../../helpers/fake-store.js';
import { choice, composed, planOf, stored, storeRef, user } from '../../../helpers/plan.js';

const [SOURCE, FIRST, SECOND] = ['dotenv://src.env', 'dotenv://first.env', 'dotenv://second.env'];
const cachedIn = (cache: string): PlannedStore => ({
  kind: 'inline cache',
  uri: SOURCE,
  credentials: {},
  cache: { store: storeRef(cache), maxAgeSeconds: 3600 },
});
const PLAN = planOf({
  stores: { c: cachedIn(FIRST), d: cachedIn(SECOND) },
  secrets: {
    A: stored({ route: ['c'] }),
    B: stored({ route: ['c'] }),
    C: stored({ route: ['d'] }),
    D: stored({ route: [SOURCE] }),
    E: composed('{A}'),
  },
});
const at = (seconds: number) => ({ now: () => new Date(1_700_000_000_000 + seconds * 1000) });

/** Three entries, read at the beginning. */
async function filled(): Promise<{ readonly first: FakeStore; readonly second: FakeStore }> {
  const source = fakeStore({ entries: { A: '1', B: '2', C: '3', D: '4' } });
  const [first, second] = [fakeStore(), fakeStore()];
  await executed(PLAN, { [SOURCE]: source, [FIRST]: first, [SECOND]: second }, at(0));
  for (const store of [first, second]) store.reads.length = 0;
  return { first, second };
}

async function clear({ first, second }: { first: FakeStore; second: FakeStore }, secret: string | null, seconds = 5) {
  const only = secret === null ? null : [secret];
  const linked = linkCaches(PLAN, choice({ override: 'dotenv://elsewhere.env', only }), user({}));
  if (linked.kind === 'refused') return linked.diagnostics.map(({ code }) => code);
  const { portsFor, accesses } = fakeWorld({ [FIRST]: first, [SECOND]: second }, at(seconds));
  const { cleared, failed, refused, errors } = await clearCaches(linked.plan, portsFor(linked.plan));
  const recorded = accesses.map(({ action, key, outcome }) => `${action} ${key} ${outcome}`);
  return { cleared, failed, refused, errors: errors.map(({ code }) => code), recorded };
}
const DONE = { failed: [], refused: [], errors: [] };

test('all entries are removed with one read and one removal per cache; the stores they copy are not opened', async () => {
  const caches = await filled();
  const recorded = ['cache_clear A deleted', 'cache_clear B deleted', 'cache_clear C deleted'];
  expect(await clear(caches, null)).toEqual({ ...DONE, cleared: 3, recorded });
  expect([caches.first.reads, caches.first.removals, caches.second.removals]).toEqual([
    [['A', 'B']],
    [['A', 'B']],
    [['C']],
  ]);
  expect(await clear(caches, null)).toEqual({ ...DONE, cleared: 0, recorded: [] });
});

test('one entry is removed', async () => {
  const caches = await filled();
  expect(await clear(caches, 'B')).toMatchObject({ cleared: 1 });
  expect([...caches.first.entries.keys()]).toEqual(['A']);
});

test('a secret that is undeclared, composed or not cached is refused', async () => {
  const caches = await filled();
  expect([await clear(caches, 'X'), await clear(caches, 'E'), await clear(caches, 'D')]).toEqual([
    ['E0812'],
    ['E1122'],
    ['E1122'],
  ]);
});

test('what cannot be removed does not prevent the rest', async () => {
  const { first } = await filled();
  const second = fakeStore({ refusing: { kind: 'locked', detail: 'no key' } });
  first.entries.set('A', 'mine');
  expect(await clear({ first, second }, null)).toEqual({
    cleared: 1,
    failed: ['A', 'C'],
    refused: ['A'],
    errors: ['E1124', 'E1103'],
    recorded: ['cache_clear B deleted', 'cache_clear C error'],
  });
  expect([...first.entries]).toEqual([['A', 'mine']]);
});

test('an entry that cannot be read counts as ours, a damaged one and one that has expired too', async () => {
  const unreadable = await filled();
  const failing = { A: { kind: 'failed', detail: 'broken' } } as const;
  Object.assign(unreadable.first, { failingEntries: failing });
  expect(await clear(unreadable, 'A')).toMatchObject({ cleared: 1 });
  const damaged = await filled();
  damaged.first.entries.set('A', 'tool-cache-v4:{');
  expect(await clear(damaged, 'A')).toMatchObject({ cleared: 1 });
  expect(await clear(await filled(), null, 7200)).toMatchObject({ cleared: 3 });
});
