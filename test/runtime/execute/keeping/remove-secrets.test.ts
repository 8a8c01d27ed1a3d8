/** Values removed without an execution: from which stores, in how many calls, and what becomes of the rest and of caches. */
import { describe, expect, test } from '@jest/globals';
import { removeSecrets } from '#runtime/execute/keeping/remove-secrets.js';
import type { Plan, PlannedStore } from '#schemas/plan.js';
import { DEFAULT_URI, executed, linkedPlan } from '../../../helpers/execute-plan.js';
import { everything, type FakeStore, fakeStore, fakeWorld } from '../../../helpers/fake-store.js';
import { composed, planOf, stored, storeRef } from '../../../helpers/plan.js';

const SOURCE = 'dotenv://src.env';
const CACHE = 'dotenv://cache.env';
const cachedAlias: PlannedStore = {
  kind: 'inline cache',
  uri: SOURCE,
  credentials: {},
  cache: { store: storeRef(CACHE), maxAgeSeconds: 3600 },
};
const CACHED = planOf({ stores: { c: cachedAlias }, secrets: { A: stored({ route: ['c'] }) } });
const at = (seconds: number) => ({ now: () => new Date(1_700_000_000_000 + seconds * 1000) });

async function remove(
  plan: Plan,
  stores: Readonly<Record<string, FakeStore>>,
  secrets: readonly string[],
  override: string | null = null,
) {
  const linked = linkedPlan(plan, { override, only: secrets });
  const { portsFor, accesses } = fakeWorld(stores, at(5));
  const { removals, errors, warnings } = await removeSecrets(linked, portsFor(linked, everything(linked)), secrets);
  return {
    removals: Object.fromEntries([...removals].map(([secret, { kind }]) => [secret, kind])),
    errors: errors.map(({ code, message }) => `${code} ${message}`),
    warnings: warnings.map(({ code }) => code),
    accesses: accesses.map(({ action, key, outcome }) => `${action} ${key} ${outcome}`),
  };
}

describe('values', () => {
  test('are removed with one call per store, and only from the first of each chain', async () => {
    const [first, second] = [fakeStore({ entries: { A: '1', B: '2', C: '3' } }), fakeStore({ entries: { A: 'x' } })];
    const plan = planOf({ secrets: { A: stored({ route: [DEFAULT_URI, SOURCE] }), B: stored(), D: stored() } });
    expect(await remove(plan, { [DEFAULT_URI]: first, [SOURCE]: second }, ['A', 'B', 'D'])).toEqual({
      removals: { A: 'removed', B: 'removed', D: 'absent' },
      errors: [],
      warnings: [],
      accesses: ['delete A deleted', 'delete B deleted', 'delete D missing'],
    });
    expect([first.removals, [...first.entries.keys()], second.removals]).toEqual([[['A', 'B', 'D']], ['C'], []]);
  });

  test('that share an entry are removed once, and both are reported', async () => {
    const store = fakeStore({ entries: { R: '1' } });
    const plan = planOf({ secrets: { A: stored({ ref: { item: 'R' } }), B: stored({ ref: { item: 'R' } }) } });
    expect((await remove(plan, { [DEFAULT_URI]: store }, ['A', 'B'])).removals).toEqual({ A: 'removed', B: 'removed' });
    expect(store.removals).toEqual([['R']]);
  });

  test('that cannot be removed do not prevent the rest; one error for each cause', async () => {
    const good = fakeStore({ entries: { A: '1' } });
    const broken = fakeStore({ failsRemovals: true });
    const locked = fakeStore({ refusing: { kind: 'locked', detail: 'no key' } });
    const plan = planOf({
      secrets: {
        A: stored(),
        B: stored({ route: [SOURCE] }),
        C: stored({ route: [SOURCE] }),
        D: stored({ route: [CACHE] }),
        E: composed('{A}'),
        F: stored({ extract: { format: 'json', pointer: [] } }),
      },
    });
    const stores = { [DEFAULT_URI]: good, [SOURCE]: broken, [CACHE]: locked };
    const { removals, errors, accesses } = await remove(plan, stores, ['F', 'E', 'D', 'C', 'B', 'A']);
    expect(removals).toEqual({ A: 'removed', B: 'failed', C: 'failed', D: 'failed', E: 'failed', F: 'failed' });
    expect(errors.map((text) => text.slice(0, 5))).toEqual(['E1116', 'E1115', 'E1103', 'E1101']);
    expect(errors.at(-1)).toContain('`C` and `B`');
    expect(accesses).toEqual(['delete C error', 'delete B error', 'delete A deleted']);
  });
});

describe('a cache', () => {
  const filled = async (parts: Partial<FakeStore> = {}) => {
    const pair = { source: fakeStore({ entries: { A: 'one' } }), cache: fakeStore() };
    await executed(CACHED, { [SOURCE]: pair.source, [CACHE]: pair.cache, [DEFAULT_URI]: fakeStore() }, at(0));
    expect([...pair.cache.entries.keys()]).toEqual(['A']);
    return { source: pair.source, cache: Object.assign(pair.cache, parts) };
  };
  const removeA = ({ source, cache }: Awaited<ReturnType<typeof filled>>, override: string | null = null) =>
    remove(CACHED, { [SOURCE]: source, [CACHE]: cache, [DEFAULT_URI]: fakeStore() }, ['A'], override);

  test('loses its entry', async () => {
    const pair = await filled();
    expect((await removeA(pair)).accesses).toEqual(['delete A deleted', 'cache_clear A deleted']);
    expect([...pair.cache.entries]).toEqual([]);
  });
  test('loses it where the value was already absent, and where an override bypasses it', async () => {
    const [absent, bypassed] = [await filled(), await filled()];
    absent.source.entries.clear();
    expect((await removeA(absent)).removals).toEqual({ A: 'absent' });
    expect((await removeA(bypassed, SOURCE)).removals).toEqual({ A: 'removed' });
    expect([[...absent.cache.entries], [...bypassed.cache.entries]]).toEqual([[], []]);
  });
  test('keeps it where the value could not be removed: it is still the value', async () => {
    const pair = await filled();
    const { removals } = await removeA({ ...pair, source: fakeStore({ failsRemovals: true }) });
    expect([removals, [...pair.cache.entries.keys()]]).toEqual([{ A: 'failed' }, ['A']]);
  });
  test('that cannot remove it is warned of', async () => {
    const { removals, warnings } = await removeA(await filled({ failsRemovals: true }));
    expect([removals, warnings]).toEqual([{ A: 'removed' }, ['W1104']]);
  });
  test('keeps a value that is not its own', async () => {
    const pair = await filled();
    pair.cache.entries.set('A', 'mine');
    expect((await removeA(pair)).warnings).toEqual([]);
    expect([...pair.cache.entries.keys()]).toEqual(['A']);
  });
});
