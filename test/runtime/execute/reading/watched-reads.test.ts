/** How far reading is, as it is reported to a person who waits. */
import { expect, test } from '@jest/globals';
import type { ProgressStep } from '#runtime/execute/ports.js';
import { executed } from '../../../helpers/execute-plan.js';
import { type FakeStore, fakeStore } from '../../../helpers/fake-store.js';
import { planOf, stored } from '../../../helpers/plan.js';

const ONE = 'dotenv://one.env';
const TWO = 'dotenv://two.env';
const LOCKED = 'keyring://x/{key}';

const stepsOf = async (stores: Readonly<Record<string, FakeStore>>, routes: Readonly<Record<string, string[]>>) => {
  const steps: (ProgressStep | null)[] = [];
  const secrets = Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, stored({ route })]));
  await executed(planOf({ secrets }), stores, { progress: (step) => steps.push(step) });
  return steps.map((step) => step && `${step.done}/${step.of} ${step.what}`);
};

test('every batch is a step, and the end is reported', async () => {
  const stores = { [ONE]: fakeStore({ entries: { A: '1' } }), [TWO]: fakeStore({ entries: { B: '2' } }) };
  expect(await stepsOf(stores, { A: [ONE], B: [ONE, TWO] })).toEqual([
    `0/2 reading ${ONE}`,
    null,
    `1/2 reading ${TWO}`,
    null,
    null,
  ]);
});

test('each answer of a batch counts as it comes, and the last one with the batch', async () => {
  const answering = fakeStore({ entries: { A: '1', C: '3' }, answersSingly: true });
  expect(await stepsOf({ [ONE]: answering }, { A: [ONE], B: [ONE], C: [ONE] })).toEqual([
    `0/3 reading ${ONE}`,
    `1/3 reading ${ONE}`,
    `2/3 reading ${ONE}`,
    null,
    null,
  ]);
});

test('what is nowhere counts once no store is left to ask', async () => {
  const stores = { [ONE]: fakeStore({ entries: { A: '1' } }), [TWO]: fakeStore({ entries: { C: '3' } }) };
  expect(await stepsOf(stores, { A: [ONE], B: [ONE], C: [ONE, TWO] })).toContain(`2/3 reading ${TWO}`);
});

test('the count never falls, though what one store lacks is looked for in the next', async () => {
  const first = fakeStore({ entries: { A: '1' }, answersSingly: true });
  const steps = await stepsOf(
    { [ONE]: first, [TWO]: fakeStore({ entries: { B: '2', C: '3' } }) },
    { A: [ONE], B: [ONE, TWO], C: [ONE, TWO] },
  );
  expect(steps).toEqual([
    `0/3 reading ${ONE}`,
    `1/3 reading ${ONE}`,
    `2/3 reading ${ONE}`,
    null,
    `2/3 reading ${TWO}`,
    null,
    null,
  ]);
});

test('stores that are read at the same time are counted', async () => {
  const stores = { [ONE]: fakeStore({ entries: { A: '1' } }), [TWO]: fakeStore({ entries: { B: '2' } }) };
  const steps = await stepsOf(stores, { A: [ONE], B: [TWO] });
  expect(steps.slice(0, 2)).toEqual([`0/2 reading ${ONE}`, `0/2 reading ${ONE} and 1 more`]);
  expect(steps.at(-1)).toBe(null);
});

test('nothing is shown while a store may prompt by itself', async () => {
  const stores = { [ONE]: fakeStore({ entries: { A: '1' } }), [LOCKED]: fakeStore({ entries: { B: '2' } }) };
  const steps = await stepsOf(stores, { A: [ONE], B: [LOCKED] });
  expect(steps.slice(0, 2)).toEqual([`0/2 reading ${ONE}`, null]);
});
