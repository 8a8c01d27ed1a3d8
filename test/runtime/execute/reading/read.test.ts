/** What reading returns: values, what is missing, what is left to do in caches. It writes to no store. */
import { describe, expect, test } from '@jest/globals';
import { logicalValue } from '#runtime/execute/content/logical-value.js';
import { madeRoom } from '#runtime/execute/made-room.js';
import { type Mode, REPORT, RESOLVE } from '#runtime/execute/mode.js';
import { readSecrets } from '#runtime/execute/reading/read.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { Plan, PlannedStore } from '#schemas/plan.js';
import { linkedPlan } from '../../../helpers/execute-plan.js';
import { type FakeStore, fakeStore, fakeWorld } from '../../../helpers/fake-store.js';
import { planOf, stored, storeRef } from '../../../helpers/plan.js';

const ONE = 'dotenv://one.env';
const TWO = 'dotenv://two.env';
const OUTAGE = { kind: 'unreachable', detail: 'connection refused' } as const;

async function read(plan: Plan, stores: Readonly<Record<string, FakeStore>>, mode: Mode = RESOLVE) {
  const linked = linkedPlan(plan);
  const found = await readSecrets(linked, mode, fakeWorld(stores).portsFor(linked), madeRoom());
  const values = [...found.values].map(([name, { value }]) => [name, value === null ? null : value.revealText()]);
  return {
    values: Object.fromEntries(values),
    missing: found.missing.map(({ secret }) => secret),
    failures: found.failures.map(({ code }) => code),
    unread: Object.fromEntries(found.unread),
    errors: found.errors.map(({ code }) => code),
    warnings: found.warnings.map(({ code }) => code),
    caches: found.caches,
  };
}
const NOTHING = { values: {}, missing: [], failures: [], unread: {}, errors: [], warnings: [], caches: null };

describe('what stores gave', () => {
  const route = [ONE, TWO];
  const plan = planOf({ secrets: { A: stored({ route }), B: stored({ route }), C: stored({ route }) } });

  test('is found, missing or an error, each secret by itself', async () => {
    const one = fakeStore({ entries: { A: 'a' }, failingEntries: { B: OUTAGE } });
    expect(await read(plan, { [ONE]: one, [TWO]: fakeStore() })).toEqual({
      ...NOTHING,
      values: { A: 'a' },
      missing: ['C'],
      failures: ['E1104'],
      unread: { B: { store: ONE, errorKind: 'provider_operation_failed', cause: 'store' } },
    });
  });
  test('is a warning where another store made up for it', async () => {
    const one = fakeStore({ entries: { A: 'a', C: 'c' }, failingEntries: { B: OUTAGE } });
    const { values, warnings, errors } = await read(plan, { [ONE]: one, [TWO]: fakeStore({ entries: { B: 'b' } }) });
    expect([values, warnings, errors]).toEqual([{ A: 'a', B: 'b', C: 'c' }, ['W1101'], []]);
  });
  test('is decoded and selected, unless only its presence counts', async () => {
    const extract = { format: 'json', pointer: ['k'] } as const;
    const encoded = planOf({ secrets: { A: stored({ route: [ONE], decode: 'base64', extract }) } });
    const one = () => ({ [ONE]: fakeStore({ entries: { A: Buffer.from('{"k":"v"}').toString('base64') } }) });
    const broken = { [ONE]: fakeStore({ entries: { A: 'no base64!' } }) };
    expect((await read(encoded, one())).values).toEqual({ A: 'v' });
    expect((await read(encoded, one(), REPORT)).values).toEqual({ A: null });
    const unread = { A: { store: ONE, errorKind: 'decode_failed', cause: 'value' } };
    expect(await read(encoded, broken)).toEqual({ ...NOTHING, failures: ['E1004'], unread });
    expect((await read(encoded, broken, REPORT)).failures).toEqual([]);
  });
  test('stands for the same value where it is read later', async () => {
    const linked = linkedPlan(planOf({ secrets: { A: stored({ decode: 'hex' }), B: stored() } }));
    const later = linked.reads.map((step) => logicalValue(linked, step, SecretValue.fromText('7878'), madeRoom()));
    const texts = (await Promise.all(later)).map((one) => one.kind === 'value' && one.value.revealText());
    expect(texts).toEqual(['xx', '7878']);
  });
});

describe('caches', () => {
  const cached: PlannedStore = {
    kind: 'inline cache',
    uri: ONE,
    credentials: {},
    cache: { store: storeRef(TWO), maxAgeSeconds: 60 },
  };
  const plan = planOf({ stores: { c: cached }, secrets: { A: stored({ route: ['c'] }), B: stored({ route: ['c'] }) } });

  test('are not written: what is to be kept, and of whom, is returned', async () => {
    const cache = fakeStore({ entries: { B: 'mine' } });
    const { caches, warnings } = await read(plan, { [ONE]: fakeStore({ entries: { A: 'a', B: 'b' } }), [TWO]: cache });
    expect([cache.writes, cache.removals, warnings]).toEqual([[], [], []]);
    expect(caches?.refreshes.map(({ step, isSuperseding }) => [step.secret, isSuperseding])).toEqual([['A', false]]);
    expect(caches?.passedBy.map(({ step, problem }) => [step.secret, problem])).toEqual([
      ['B', 'it contains a value that was not written by a cache'],
    ]);
    expect([...(caches?.identities.keys() ?? [])]).toEqual(['A', 'B']);
  });
  test('leave nothing to do where a report finds nothing old', async () => {
    const stores = { [ONE]: fakeStore({ entries: { A: 'a', B: 'b' } }), [TWO]: fakeStore() };
    expect((await read(plan, stores, REPORT)).caches).toBeNull();
  });
  test('in the store that they cache are an error before the first read', async () => {
    const [one, two] = [fakeStore({ identity: 'same' }), fakeStore({ identity: 'same' })];
    expect(await read(plan, { [ONE]: one, [TWO]: two })).toEqual({ ...NOTHING, errors: ['E1119'] });
    expect([one.reads, two.reads]).toEqual([[], []]);
  });
});
