/** Values kept without an execution: where they go, what becomes of them and of caches, and what is returned of it. */
import { describe, expect, test } from '@jest/globals';
import { type Deposit, destinationOf, settleCaches, storeValues, targetOf } from '#runtime/execute/keeping/keep.js';
import { prepareSet } from '#runtime/execute/keeping/set-secret.js';
import type { ExecutePorts } from '#runtime/execute/ports.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { Plan, PlannedStore } from '#schemas/plan.js';
import { DEFAULT_URI, executed, linkedPlan, valuesOf } from '../../../helpers/execute-plan.js';
import { everything, type FakeStore, fakeStore, fakeWorld, textIn } from '../../../helpers/fake-store.js';
import { composed, planOf, stored, storeRef } from '../../../helpers/plan.js';

const SOURCE = 'dotenv://src.env';
const CACHE = 'dotenv://cache.env';
const HOUR = 3600;
const cachedAlias: PlannedStore = {
  kind: 'inline cache',
  uri: SOURCE,
  credentials: {},
  cache: { store: storeRef(CACHE), maxAgeSeconds: HOUR },
};
const CACHED = planOf({ stores: { c: cachedAlias }, secrets: { A: stored({ route: ['c'] }) } });

/** Time in seconds after an arbitrary beginning. */
const at = (seconds: number) => ({ now: () => new Date(1_700_000_000_000 + seconds * 1000) });
const codesOf = (warnings: readonly { readonly code: string }[]) => warnings.map(({ code }) => code);

interface Pair {
  readonly source: FakeStore;
  readonly cache: FakeStore;
}
const storesOf = ({ source, cache }: Pair) => ({ [SOURCE]: source, [CACHE]: cache, [DEFAULT_URI]: fakeStore() });

/** Stores one text for each secret, as a session would: destinations first, then all of them together. */
async function keep(
  plan: Plan,
  stores: Readonly<Record<string, FakeStore>>,
  texts: Readonly<Record<string, string>>,
  { override = null, onlyIfAbsent }: { override?: string | null; onlyIfAbsent?: true } = {},
) {
  const linked = linkedPlan(plan, { override, only: Object.keys(texts) });
  const { portsFor, accesses } = fakeWorld(stores, at(5));
  const ports = portsFor(linked, everything(linked));
  const deposits: Deposit[] = [];
  for (const step of linked.reads) {
    const destination = await destinationOf(linked, ports.stores, step);
    if (destination.kind === 'failed') throw new Error(destination.diagnostic.message);
    const value = SecretValue.fromText(texts[step.secret] ?? '');
    deposits.push({ destination, value, ...(onlyIfAbsent && { onlyIfAbsent }) });
  }
  const { results, warnings } = await storeValues(linked, ports, deposits, 'asked');
  return { results, warnings: codesOf(warnings), accesses: accesses.map((one) => `${one.action} ${one.outcome}`) };
}

describe('a destination', () => {
  const destination = async (plan: Plan, stores: Readonly<Record<string, FakeStore>>) => {
    const linked = linkedPlan(plan);
    const ports = fakeWorld(stores).portsFor(linked);
    const [step] = linked.reads;
    if (step === undefined) throw new Error('no step');
    return destinationOf(linked, ports.stores, step);
  };
  const single = planOf({ secrets: { A: stored({ ref: { item: 'R' } }) } });

  test('is the first store of the chain, in words for people', async () => {
    const found = await destination(single, { [DEFAULT_URI]: fakeStore() });
    if (found.kind === 'failed') throw new Error(found.diagnostic.message);
    expect([found.opened.store.shown, await targetOf(found)]).toEqual([DEFAULT_URI, 'item=R']);
  });
  test.each([
    ['that is read-only is refused with its reason', fakeStore({ readOnly: true }), 'E1114', 'it is read-only'],
    [
      'that cannot be opened says why',
      fakeStore({ refusing: { kind: 'locked', detail: 'no key' } }),
      'E1103',
      'no key',
    ],
  ])('%s', async (_, store, code, quote) => {
    expect(await destination(single, { [DEFAULT_URI]: store })).toMatchObject({ diagnostic: { code, quote } });
    expect([store.reads, store.writes]).toEqual([[], []]);
  });
});

describe('values', () => {
  test('of one store are written at once; each has its own result and record', async () => {
    const store = fakeStore();
    const plan = planOf({ secrets: { A: stored(), B: stored({ decode: 'hex' }) } });
    const { results, warnings, accesses } = await keep(plan, { [DEFAULT_URI]: store }, { A: 'one', B: 'two' });
    expect([store.writes, textIn(store, 'A'), textIn(store, 'B')]).toEqual([[['A', 'B']], 'one', '74776f']);
    expect([results, warnings, accesses]).toEqual([
      [{ kind: 'written' }, { kind: 'written' }],
      [],
      ['set written', 'set written'],
    ]);
  });
  test('that a store does not take are errors, and not recorded', async () => {
    const stores = { [DEFAULT_URI]: fakeStore(), [SOURCE]: fakeStore({ failsWrites: true }) };
    const plan = planOf({ secrets: { A: stored({ route: [SOURCE] }), B: stored() } });
    const { results, accesses } = await keep(plan, stores, { A: 'one', B: 'two' });
    expect(results).toMatchObject([{ kind: 'failed', diagnostic: { code: 'E1101' } }, { kind: 'written' }]);
    expect(accesses).toEqual(['set written']);
  });
  test('that came too late give what is stored instead, and leave it', async () => {
    const store = fakeStore({ meanwhile: { A: 'theirs' } });
    const plan = planOf({ secrets: { A: stored() } });
    const { results, accesses } = await keep(plan, { [DEFAULT_URI]: store }, { A: 'ours' }, { onlyIfAbsent: true });
    const [result] = results;
    expect(result?.kind === 'present' && result.value.revealText()).toBe('theirs');
    expect([textIn(store, 'A'), accesses]).toEqual(['theirs', []]);
  });
  test('warn once of what became of the file that holds them', async () => {
    const store = fakeStore({ replaced: { severedLinks: 2, isNarrower: true } });
    const plan = planOf({ secrets: { A: stored(), B: stored() } });
    expect((await keep(plan, { [DEFAULT_URI]: store }, { A: '1', B: '2' })).warnings).toEqual(['W1105', 'W1106']);
  });
});

describe('a cache', () => {
  const filled = async (): Promise<Pair> => {
    const pair = { source: fakeStore({ entries: { A: 'one' } }), cache: fakeStore() };
    await executed(CACHED, storesOf(pair), at(0));
    return pair;
  };
  const write = (pair: Pair, value: string, override: string | null = null) =>
    keep(CACHED, storesOf(pair), { A: value }, { override });

  test('is renewed after a write', async () => {
    const pair = await filled();
    expect((await write(pair, 'new')).accesses).toEqual(['set written', 'cache_refresh written']);
    pair.source.entries.clear();
    expect(valuesOf(await executed(CACHED, storesOf(pair), at(6)))).toEqual({ A: 'new' });
  });
  test('that a write bypasses loses its entry', async () => {
    const pair = await filled();
    expect((await write(pair, 'direct', SOURCE)).accesses).toEqual(['set written', 'cache_clear deleted']);
    expect(textIn(pair.cache, 'A')).toBeNull();
  });
  test('keeps what is not ours', async () => {
    const pair = { source: fakeStore(), cache: fakeStore({ entries: { A: 'mine' } }) };
    expect([(await write(pair, 'new')).warnings, textIn(pair.cache, 'A')]).toEqual([['W1103'], 'mine']);
  });
  test('that cannot be renewed loses the old entry', async () => {
    const pair = await filled();
    await write({ ...pair, cache: { ...pair.cache, failsWrites: true } }, 'new');
    expect(textIn(pair.cache, 'A')).toBeNull();
  });
  test('whose old entry cannot be removed either is reported', async () => {
    const pair = await filled();
    const stuck = { ...pair, cache: { ...pair.cache, failsWrites: true, failsRemovals: true } };
    expect((await write(stuck, 'new')).warnings).toEqual(['W1103', 'W1104']);
  });

  test('is settled after reads: warnings in order, old entries removed, values kept', async () => {
    const pair = { source: fakeStore(), cache: fakeStore({ entries: { A: 'x' } }) };
    const linked = linkedPlan(CACHED);
    const { portsFor, accesses } = fakeWorld(storesOf(pair), at(5));
    const [step] = linked.reads;
    if (!step?.cache) throw new Error('no cache');
    const { store } = step.cache;
    const identity = { project: 'shop', profile: 'default', maxAgeSeconds: HOUR, fingerprint: 'f' };
    const warnings = await settleCaches(portsFor(linked), {
      passedBy: [{ step, store, problem: 'its entry is damaged', quote: null }],
      outdated: [{ secret: 'A', reading: step.cache }],
      refreshes: [
        { step, value: SecretValue.fromText('v'), expiresAt: new Date(0), isSuperseding: false },
        { step, value: SecretValue.fromText('v'), isSuperseding: false },
      ],
      identities: new Map([['A', identity]]),
    });
    expect(codesOf(warnings)).toEqual(['W1102', 'W1103']);
    expect([pair.cache.removals, pair.cache.writes]).toEqual([[['A']], [['A']]]);
    expect(accesses.map((one) => `${one.action} ${one.outcome}`)).toEqual([
      'cache_clear deleted',
      'cache_refresh written',
    ]);
  });
});

describe('set', () => {
  const prepared = async (plan: Plan, secret: string, store = fakeStore()) => {
    const linked = linkedPlan(plan, { only: [secret] });
    return prepareSet(linked, fakeWorld({ [DEFAULT_URI]: store }).portsFor(linked, everything(linked)), secret);
  };

  test('says where the value will be stored, and writes nothing yet', async () => {
    const store = fakeStore();
    const ready = await prepared(planOf({ secrets: { A: stored() } }), 'A', store);
    expect(ready).toMatchObject({ profile: 'default', shown: DEFAULT_URI, target: 'item=A', kindOfStore: 'dotenv' });
    expect(store.writes).toEqual([]);
    if (ready.kind === 'refused') throw new Error(ready.why.message);
    expect(await ready.store(SecretValue.fromText('v'))).toEqual({ error: null, warnings: [] });
    expect(textIn(store, 'A')).toBe('v');
  });
  test('shows that it writes', async () => {
    const linked = linkedPlan(planOf({ secrets: { A: stored() } }), { only: ['A'] });
    const steps: (string | null)[] = [];
    const progress: ExecutePorts['progress'] = (step) => steps.push(step && `${step.done}/${step.of} ${step.what}`);
    const ready = await prepareSet(
      linked,
      fakeWorld({ [DEFAULT_URI]: fakeStore() }, { progress }).portsFor(linked, everything(linked)),
      'A',
    );
    if (ready.kind === 'refused') throw new Error(ready.why.message);
    await ready.store(SecretValue.fromText('v'));
    expect(steps).toEqual([`0/1 writing ${DEFAULT_URI}`, null]);
  });
  test('gives the error of a write and returns the warnings of each', async () => {
    const store = fakeStore({ replaced: { severedLinks: 1, isNarrower: false } });
    const ready = await prepared(planOf({ secrets: { A: stored() } }), 'A', store);
    if (ready.kind === 'refused') throw new Error(ready.why.message);
    const twice = [await ready.store(SecretValue.fromText('1')), await ready.store(SecretValue.fromText('2'))];
    expect(twice.map(({ warnings }) => codesOf(warnings))).toEqual([['W1105'], ['W1105']]);
  });
  test('refuses what is composed', async () => {
    const plan = planOf({ secrets: { A: stored(), B: composed('{A}') } });
    expect(await prepared(plan, 'B')).toMatchObject({ kind: 'refused', why: { code: 'E1115' } });
  });
});
