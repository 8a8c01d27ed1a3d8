import { describe, expect, test } from '@jest/globals';
import type { Plan, PlannedStore } from '#schemas/plan.js';
import { errorCodes, executed, reported, valuesOf, warningCodes } from '../../../helpers/execute-plan.js';
import { type FakeStore, fakeStore, textIn } from '../../../helpers/fake-store.js';
import { planOf, routeOf, stored, storeRef } from '../../../helpers/plan.js';

const SOURCE = 'dotenv://src.env';
const CACHE = 'dotenv://cache.env';
const MARKER = 'tool-cache-v4:';
const HOUR = 3600;

const cachedAlias = (maxAgeSeconds = HOUR): PlannedStore => ({
  kind: 'inline cache',
  uri: SOURCE,
  credentials: {},
  cache: { store: storeRef(CACHE), maxAgeSeconds },
});
const planWith = (maxAgeSeconds?: number, parts = {}): Plan =>
  planOf({ stores: { c: cachedAlias(maxAgeSeconds) }, secrets: { A: stored({ route: ['c'], ...parts }) } });

/** Time in seconds after an arbitrary beginning. */
const at = (seconds: number) => ({ now: () => new Date(1_700_000_000_000 + seconds * 1000) });
const world = (source: string | null = 'one', cache: Record<string, string> = {}) => ({
  source: fakeStore({ entries: source === null ? {} : { A: source } }),
  cache: fakeStore({ entries: cache }),
});
const stores = ({ source, cache }: { source: FakeStore; cache: FakeStore }) => ({ [SOURCE]: source, [CACHE]: cache });

describe('a cached secret', () => {
  test('is read from its source once, then from the cache', async () => {
    const pair = world();
    expect(valuesOf(await executed(planWith(), stores(pair), at(0)))).toEqual({ A: 'one' });
    pair.source.entries.set('A', 'two');
    const second = await executed(planWith(), stores(pair), at(10));
    expect(valuesOf(second)).toEqual({ A: 'one' });
    expect(second.result).toMatchObject({ resolution: { secrets: [{ origin: { store: CACHE } }] } });
    expect(pair.source.reads).toHaveLength(1);
    expect(textIn(pair.cache, 'A')).toMatch(/^tool-cache-v4:/u);
  });
  test('is kept as it is stored; decoding follows', async () => {
    const pair = world('Y2FuYXJ5');
    const plan = planWith(HOUR, { decode: 'base64' });
    expect(valuesOf(await executed(plan, stores(pair), at(0)))).toEqual({ A: 'canary' });
    pair.source.entries.clear();
    expect(valuesOf(await executed(plan, stores(pair), at(1)))).toEqual({ A: 'canary' });
  });
  test('that is missing is not remembered', async () => {
    const pair = world(null);
    await executed(planWith(), stores(pair), at(0));
    expect(pair.cache.writes).toEqual([]);
  });
  test('of an alias of several stores is read in their order', async () => {
    const fallback: PlannedStore = {
      kind: 'fallback',
      route: routeOf('dotenv://gone.env', SOURCE),
      cache: { store: storeRef(CACHE), maxAgeSeconds: HOUR },
    };
    const plan = planOf({ stores: { c: fallback }, secrets: { A: stored({ route: ['c'] }) } });
    const outcome = await executed(plan, { ...stores(world()), 'dotenv://gone.env': fakeStore() }, at(0));
    expect(valuesOf(outcome)).toEqual({ A: 'one' });
  });
});

describe('an entry', () => {
  const filled = async (plan = planWith()) => {
    const pair = world();
    await executed(plan, stores(pair), at(0));
    pair.source.entries.set('A', 'two');
    return pair;
  };
  const readAt = async (pair: { source: FakeStore; cache: FakeStore }, seconds: number, plan = planWith()) =>
    executed(plan, stores(pair), at(seconds));

  test('serves to the last second of its age', async () =>
    expect(valuesOf(await readAt(await filled(), HOUR - 1))).toEqual({ A: 'one' }));
  test('expires', async () => expect(valuesOf(await readAt(await filled(), HOUR))).toEqual({ A: 'two' }));
  test('does not serve when the clock was set back', async () =>
    expect(valuesOf(await readAt(await filled(), -1))).toEqual({ A: 'two' }));
  test('does not serve another age', async () =>
    expect(valuesOf(await readAt(await filled(), 1, planWith(60)))).toEqual({ A: 'two' }));
  test('does not serve another address', async () => {
    const pair = await filled();
    pair.source.entries.set('R', 'other');
    expect(valuesOf(await readAt(pair, 1, planWith(HOUR, { ref: { item: 'R' } })))).toEqual({ A: 'other' });
  });
  test('that is damaged is replaced with a warning', async () => {
    const pair = world('one', { A: `${MARKER}{"project":` });
    const outcome = await readAt(pair, 0);
    expect([valuesOf(outcome), warningCodes(outcome)]).toEqual([{ A: 'one' }, ['W1102']]);
    expect(textIn(pair.cache, 'A')).not.toBe(`${MARKER}{"project":`);
  });
  test.each(['b25!', '!!!', 'b25', 'b25lb25lb', 'b2 5l', 'b25l=', 'b24=b24='])(
    'whose value was damaged is not served: %s',
    async (text) => {
      const pair = await filled();
      const damaged = (textIn(pair.cache, 'A') ?? '').replace(/"value_base64":"[^"]*"/, `"value_base64":"${text}"`);
      pair.cache.entries.set('A', damaged);
      const outcome = await readAt(pair, 1);
      expect([valuesOf(outcome), warningCodes(outcome)]).toEqual([{ A: 'two' }, ['W1102']]);
    },
  );
  test.each([
    'mine',
    'tool-cache-v3:{"project":"shop","profile":"default"}',
    'tool-cache-v2:{"project":"shop","profile":"default"}',
    'other-cache-v4:{"project":"shop"}',
  ])('of another form is left alone: %s', async (foreign) => {
    const pair = world('one', { A: foreign });
    const outcome = await readAt(pair, 0);
    expect([valuesOf(outcome), warningCodes(outcome), textIn(pair.cache, 'A')]).toEqual([
      { A: 'one' },
      ['W1102'],
      foreign,
    ]);
  });
  test('of another project is left alone until it expires', async () => {
    const pair = await filled();
    const foreign = (textIn(pair.cache, 'A') ?? '').replace('"shop"', '"other"');
    pair.cache.entries.set('A', foreign);
    expect(warningCodes(await readAt(pair, 1))).toEqual(['W1102']);
    expect(textIn(pair.cache, 'A')).toBe(foreign);
    expect(valuesOf(await readAt(pair, HOUR))).toEqual({ A: 'two' });
    expect(textIn(pair.cache, 'A')).not.toBe(foreign);
  });
  test('is removed by a report when it is stale, and never written by one', async () => {
    const pair = await filled();
    await reported(planWith(), stores(pair), at(HOUR));
    expect([textIn(pair.cache, 'A'), pair.cache.writes]).toEqual([null, [['A']]]);
  });
  test('that is stale does not serve when the source fails', async () => {
    const pair = await filled();
    pair.source.failing = { kind: 'unreachable', detail: 'gone' };
    expect(errorCodes(await readAt(pair, HOUR))).toEqual(['E1104']);
    expect(textIn(pair.cache, 'A')).toBeNull();
  });
});

describe('a cache that fails', () => {
  test('is a warning; the source is asked', async () => {
    const pair = { ...world(), cache: fakeStore({ failing: { kind: 'locked', detail: 'no key' } }) };
    const outcome = await executed(planWith(), stores(pair), at(0));
    expect([valuesOf(outcome), warningCodes(outcome), pair.cache.writes]).toEqual([{ A: 'one' }, ['W1102'], []]);
  });
  test('to take a value is a warning', async () => {
    const pair = { ...world(), cache: fakeStore({ failsWrites: true }) };
    const outcome = await executed(planWith(), stores(pair), at(0));
    expect([valuesOf(outcome), warningCodes(outcome)]).toEqual([{ A: 'one' }, ['W1103']]);
    expect(outcome.accesses).toMatchObject([{ action: 'cache_refresh', key: 'A', outcome: 'error' }]);
  });
  test('has the entry that it copies: refused before the first contact', async () => {
    const [source, cache] = ['keyring://x/{profile}/{key}', 'keyring://x/{project}/{key}'];
    const same = { [source]: fakeStore({ entryIdentity: 'same' }), [cache]: fakeStore({ entryIdentity: 'same' }) };
    const caching = { store: storeRef(cache), maxAgeSeconds: HOUR };
    const alias: PlannedStore = { kind: 'inline cache', uri: source, credentials: {}, cache: caching };
    const plan = planOf({
      stores: { c: alias },
      secrets: { A: stored({ route: ['c'] }), B: stored({ route: ['c'] }) },
    });
    expect(errorCodes(await executed(plan, same, at(0)))).toEqual(['E1119']);
    expect(Object.values(same).flatMap(({ reads }) => reads)).toEqual([]);
  });
  test.each([
    ['pass://a/{key}', 'gopass://a/{key}', ['E1119']],
    ['vault://one/a', 'openbao://two/a', ['E1119']],
    ['pass://a/{key}', 'keyring://a/{key}', []],
  ])('has the entry that it copies, in a store of another scheme: %s, %s', async (source, cache, errors) => {
    const same = {
      [source]: fakeStore({ entries: { A: 'one' }, entryIdentity: 'same' }),
      [cache]: fakeStore({ entryIdentity: 'same' }),
    };
    const caching = { store: storeRef(cache), maxAgeSeconds: HOUR };
    const alias: PlannedStore = { kind: 'inline cache', uri: source, credentials: {}, cache: caching };
    const plan = planOf({ stores: { c: alias }, secrets: { A: stored({ route: ['c'] }) } });
    expect(errorCodes(await executed(plan, same, at(0)))).toEqual(errors);
  });
  test('is the store it caches: refused before the first contact', async () => {
    const pair = { source: fakeStore({ identity: 'same' }), cache: fakeStore({ identity: 'same' }) };
    expect(errorCodes(await executed(planWith(), stores(pair), at(0)))).toEqual(['E1119']);
    expect([pair.source.reads, pair.cache.reads]).toEqual([[], []]);
  });
});
