import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { executed, valuesOf } from '../../../helpers/execute-plan.js';
import { fakeStore } from '../../../helpers/fake-store.js';
import { planOf, stored } from '../../../helpers/plan.js';

const ONE = 'dotenv://one.env';
const TWO = 'dotenv://two.env';
const via = (...route: string[]) => stored({ route });

/** A promise that somebody else lets go. */
function gate(): { readonly wait: () => Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait: () => opened, open: () => open() };
}

describe('a store', () => {
  test('is opened and read once for all secrets that wait there', async () => {
    const one = fakeStore({ entries: { A: '1', B: '2', C: '3' } });
    await executed(planOf({ secrets: { A: via(ONE), B: via(ONE), C: via(ONE) } }), { [ONE]: one });
    expect([one.opened, one.reads]).toEqual([1, [['A', 'B', 'C']]]);
  });

  test('is asked for equal coordinates once', async () => {
    const one = fakeStore({ entries: { SHARED: 'v' } });
    const ref = { item: 'SHARED' };
    const outcome = await executed(
      planOf({ secrets: { A: stored({ route: [ONE], ref }), B: stored({ route: [ONE], ref }) } }),
      { [ONE]: one },
    );
    expect(one.reads).toEqual([['SHARED']]);
    expect(valuesOf(outcome)).toEqual({ A: 'v', B: 'v' });
  });

  test('that answered before is not asked again by who comes later', async () => {
    const [one, two] = [fakeStore({ entries: {} }), fakeStore({ entries: { R: 'v' } })];
    const ref = { item: 'R' };
    const plan = planOf({ secrets: { A: stored({ route: [TWO], ref }), B: stored({ route: [ONE, TWO], ref }) } });
    const outcome = await executed(plan, { [ONE]: one, [TWO]: two });
    expect(two.reads).toEqual([['R']]);
    expect(valuesOf(outcome)).toEqual({ A: 'v', B: 'v' });
  });

  test('gets everything that another could not answer in one batch', async () => {
    const [one, two] = [fakeStore(), fakeStore({ entries: { A: '1', B: '2', C: '3' } })];
    await executed(planOf({ secrets: { A: via(ONE, TWO), B: via(ONE, TWO), C: via(ONE, TWO) } }), {
      [ONE]: one,
      [TWO]: two,
    });
    expect(two.reads).toEqual([['A', 'B', 'C']]);
  });

  test('that nobody reaches is never opened', async () => {
    const [one, two] = [fakeStore({ entries: { A: '1' } }), fakeStore()];
    await executed(planOf({ secrets: { A: via(ONE, TWO) } }), { [ONE]: one, [TWO]: two });
    expect(two.opened).toBe(0);
  });
});

test('what a slow store does not hold up goes on', async () => {
  const slow = gate();
  const arrived = gate();
  const slowStore = fakeStore({ entries: { SLOW: 's' }, gate: slow.wait });
  const quick = fakeStore();
  const last = fakeStore({ entries: { QUICK: 'q' }, gate: async () => arrived.open() });
  const plan = planOf({ secrets: { QUICK: via(ONE, TWO), SLOW: via('file:./slow') } });
  const running = executed(plan, { [ONE]: quick, [TWO]: last, 'file:./slow': slowStore });
  await arrived.wait();
  expect(slowStore.reads).toEqual([]);
  slow.open();
  expect(valuesOf(await running)).toEqual({ QUICK: 'q', SLOW: 's' });
});

test('no more stores than allowed are asked at once', async () => {
  let underWay = 0;
  let most = 0;
  const counting = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= 1;
  };
  const uris = Array.from({ length: 20 }, (_, index) => `dotenv://${index}.env`);
  const stores = Object.fromEntries(uris.map((uri) => [uri, fakeStore({ gate: counting })]));
  const secrets = Object.fromEntries(
    uris.map((uri, index) => [`S${index}`, stored({ route: [uri], presence: 'optional' })]),
  );
  await executed(planOf({ secrets }), stores, { concurrency: 3 });
  expect(most).toBe(3);
});

test('neither the order of answers nor how many stores are asked at once changes a result', async () => {
  const uris = [ONE, TWO, 'dotenv://three.env'];
  const route = fc.shuffledSubarray(uris, { minLength: 1 });
  const cell = fc.constantFrom('held', 'absent', 'failed');
  const scenario = fc.record({
    routes: fc.array(route, { minLength: 1, maxLength: 6 }),
    cells: fc.array(cell, { minLength: 18, maxLength: 18 }),
    turns: fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }),
    concurrency: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ routes, cells, turns, concurrency }) => {
      const secrets = Object.fromEntries(
        routes.map((stores, index) => [`S${index}`, stored({ route: stores, presence: 'optional' })]),
      );
      const run = async (waits: readonly number[], storesAtOnce: number) => {
        const stores = Object.fromEntries(uris.map((uri, at) => [uri, storeWith(at, cells, waits[at] ?? 0)]));
        const { result } = await executed(planOf({ secrets }), stores, { concurrency: storesAtOnce });
        return JSON.stringify(result);
      };
      expect(await run(turns, concurrency)).toBe(await run([0, 0, 0], 1));
    }),
    { numRuns: 60 },
  );
});

/** The entry S`n` of store `at` behaves as its cell says; the store answers after some turns of the event loop. */
function storeWith(at: number, cells: readonly string[], turns: number) {
  const names = Array.from({ length: 6 }, (_, index) => [`S${index}`, cells[at * 6 + index]] as const);
  const held = names.filter(([, cell]) => cell === 'held').map(([name]) => [name, `${name} of ${at}`]);
  const failed = names
    .filter(([, cell]) => cell === 'failed')
    .map(([name]) => [name, { kind: 'failed', detail: 'no' }]);
  return fakeStore({
    entries: Object.fromEntries(held),
    failingEntries: Object.fromEntries(failed),
    gate: async () => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    },
  });
}
