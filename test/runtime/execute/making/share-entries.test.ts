/** Secrets that share an entry: it has one value within an operation, the one that the next operation finds. */
import { describe, expect, test } from '@jest/globals';
import { type Mode, RESOLVE, RUN } from '#runtime/execute/mode.js';
import { named } from '#schemas/named.js';
import type { PlanSecret, WhenMissing } from '#schemas/plan.js';
import { DEFAULT_URI, errorCodes, executed, reported, valuesOf } from '../../../helpers/execute-plan.js';
import { askedFor, type FakeStore, fakeStore, textIn } from '../../../helpers/fake-store.js';
import { composed, leaf, planOf, routeOf, type StoredParts, stored, storeRef } from '../../../helpers/plan.js';

const generate = (type: string, bytes: number): WhenMissing => ({
  kind: 'generate',
  type,
  options: named([['bytes', bytes]]),
});
const HEX = generate('hex', 2);
const PROMPT: WhenMissing = { kind: 'prompt' };
const SHARED = { item: 'SHARED' };
const shared = (parts: StoredParts = {}) => stored({ ref: SHARED, ...parts });

/** Executes it twice over the same stores: both times must give the same. */
async function twice(
  secrets: Readonly<Record<string, PlanSecret>>,
  {
    stores = { [DEFAULT_URI]: fakeStore() },
    mode = RESOLVE,
    answers = null,
  }: {
    stores?: Readonly<Record<string, FakeStore>>;
    mode?: Mode;
    answers?: Readonly<Record<string, string>> | null;
  } = {},
) {
  const plan = planOf({ secrets });
  const first = await executed(plan, stores, { mode, answers });
  const values = valuesOf(first);
  expect(valuesOf(await executed(plan, stores, { mode, answers: null }))).toEqual(values);
  return { ...first, values, stores };
}

test('two that are generated get the value of the first by name, written once', async () => {
  const { values, notices, stores, accesses } = await twice({
    B: shared({ whenMissing: generate('hex', 4) }),
    A: shared({ whenMissing: HEX }),
  });
  expect(values['A']).toMatch(/^[0-9a-f]{4}$/u);
  expect(values['B']).toBe(values['A']);
  expect(notices).toEqual(['✓ A - generated and saved to dotenv (profile: default)']);
  expect(stores[DEFAULT_URI]?.writes).toEqual([['SHARED']]);
  expect(accesses.map(({ action, key }) => [action, key])).toEqual([['set', 'A']]);
});

test.each([
  ['required', { presence: 'required' }],
  ['optional', { presence: 'optional' }],
  ['with a default', { whenMissing: { kind: 'default', text: 'never' } }],
] as const)('one that is %s sees what is generated for another', async (_, parts) => {
  const { values } = await twice({ A: shared(parts), B: shared({ whenMissing: HEX }) });
  expect(values['A']).toBe(values['B']);
});

test('each decodes and selects for itself', async () => {
  const { values } = await twice(
    {
      A: shared({ whenMissing: PROMPT, decode: 'base64' }),
      B: shared(),
      C: shared({ decode: 'base64', extract: { format: 'json', pointer: ['x'] } }),
    },
    { mode: RUN, answers: { A: '{"x":1}' } },
  );
  expect(values).toEqual({ A: '{"x":1}', B: Buffer.from('{"x":1}').toString('base64'), C: '1' });
});

test('what one of them cannot read is not stored', async () => {
  const store = fakeStore();
  const plan = planOf({
    secrets: { A: shared({ whenMissing: HEX }), B: shared({ extract: { format: 'json', pointer: ['x'] } }) },
  });
  expect(errorCodes(await executed(plan, { [DEFAULT_URI]: store }))).toEqual(['E1005']);
  expect(store.writes).toEqual([]);
});

test('one question serves all of them', async () => {
  const secrets = {
    A: shared({ whenMissing: PROMPT }),
    B: shared({ whenMissing: PROMPT }),
    C: shared({ whenMissing: HEX }),
    D: composed('{A}{B}{C}'),
  };
  const { values, questions } = await twice(secrets, { mode: RUN, answers: { A: 'x', B: 'y' } });
  expect(values).toEqual({ A: 'x', B: 'x', C: 'x', D: 'xxx' });
  expect(questions.map(askedFor)).toEqual(['A']);
});

test('what is generated first by name is not asked for', async () => {
  const { values, questions } = await twice(
    { A: shared({ whenMissing: HEX }), B: shared({ whenMissing: PROMPT }) },
    { mode: RUN, answers: { B: 'y' } },
  );
  expect([values['B'], questions]).toEqual([values['A'], []]);
});

test('what no store keeps is shared for this run', async () => {
  const stores = { [DEFAULT_URI]: fakeStore({ ephemeral: true, readOnly: true }) };
  const plan = planOf({ secrets: { A: shared({ whenMissing: HEX }), B: shared() } });
  const values = valuesOf(await executed(plan, stores));
  expect(values['B']).toBe(values['A']);
});

describe('the same entry', () => {
  test('is one whatever address leads to it', async () => {
    const one = fakeStore({ identity: 'one' });
    const two = fakeStore({ identity: 'one' });
    const plan = planOf({
      stores: { one: leaf('dotenv://.env'), two: leaf('dotenv://./.env') },
      secrets: { A: shared({ route: ['one'], whenMissing: HEX }), B: shared({ route: ['two'], whenMissing: HEX }) },
    });
    const values = valuesOf(await executed(plan, { 'dotenv://.env': one, 'dotenv://./.env': two }));
    expect(values['B']).toBe(values['A']);
    expect([one.writes, two.writes]).toEqual([[['SHARED']], []]);
  });
  test('is one where one uses a name by convention', async () => {
    const { values } = await twice({ A: stored({ whenMissing: HEX }), B: stored({ ref: { item: 'A' } }) });
    expect(values['B']).toBe(values['A']);
  });
  test('is read in a later store of a chain', async () => {
    const stores = { [DEFAULT_URI]: fakeStore(), 'dotenv://other.env': fakeStore() };
    const chain = ['dotenv://other.env', DEFAULT_URI];
    const { values } = await twice({ A: shared({ whenMissing: HEX }), B: shared({ route: chain }) }, { stores });
    expect(values['B']).toBe(values['A']);
  });
  test('is not made for one that reads it already', async () => {
    const stores = { [DEFAULT_URI]: fakeStore(), 'dotenv://other.env': fakeStore() };
    const chain = ['dotenv://other.env', DEFAULT_URI];
    const { values } = await twice(
      { A: shared({ whenMissing: HEX }), B: shared({ route: chain, whenMissing: HEX }) },
      { stores },
    );
    expect([values['B'], stores['dotenv://other.env'].writes]).toEqual([values['A'], []]);
  });
  test('hides what a later store has', async () => {
    const stores = { [DEFAULT_URI]: fakeStore(), 'dotenv://other.env': fakeStore({ entries: { SHARED: 'later' } }) };
    const chain = [DEFAULT_URI, 'dotenv://other.env'];
    const { values } = await twice({ A: shared({ whenMissing: HEX }), B: shared({ route: chain }) }, { stores });
    expect(values['B']).toBe(values['A']);
  });
  test('of another store is another', async () => {
    const stores = { [DEFAULT_URI]: fakeStore(), 'dotenv://other.env': fakeStore() };
    const { values } = await twice(
      { A: shared({ whenMissing: HEX }), B: shared({ route: ['dotenv://other.env'], presence: 'optional' }) },
      { stores },
    );
    expect(values['B']).toBe('(missing)');
  });
});

test('what another process stored in the meantime is what all of them get', async () => {
  const stores = { [DEFAULT_URI]: fakeStore({ meanwhile: { SHARED: '7468656972' } }) };
  const plan = planOf({ secrets: { A: shared({ whenMissing: HEX }), B: shared({ decode: 'hex' }) } });
  expect(valuesOf(await executed(plan, stores))).toEqual({ A: '7468656972', B: 'their' });
});

test('hidden inputs share it, too', async () => {
  const plan = planOf({
    secrets: { A: shared({ whenMissing: HEX }), OUT: composed('{A}'), SHOWN: shared({ whenMissing: HEX }) },
    scopes: { s: ['OUT', 'SHOWN'] },
  });
  const store = fakeStore();
  const values = valuesOf(await executed(plan, { [DEFAULT_URI]: store }, { choice: { scope: 's' } }));
  expect(values['OUT']).toBe(values['SHOWN']);
  expect(values['SHOWN']).toBe(textIn(store, 'SHARED'));
});

test('through caches both get it, and so does the next operation', async () => {
  const CACHE = 'keyring://cache/{key}';
  const plan = planOf({
    stores: {
      cached: {
        kind: 'fallback',
        route: routeOf(DEFAULT_URI),
        cache: { store: storeRef(CACHE), maxAgeSeconds: 60 },
      },
    },
    secrets: {
      A: shared({ route: ['cached'], whenMissing: HEX }),
      B: shared({ route: ['cached'], whenMissing: HEX }),
      C: shared(),
    },
  });
  const stores = { [DEFAULT_URI]: fakeStore(), [CACHE]: fakeStore() };
  const values = valuesOf(await executed(plan, stores));
  expect([values['B'], values['C']]).toEqual([values['A'], values['A']]);
  expect(stores[DEFAULT_URI].writes).toEqual([['SHARED']]);
  expect(valuesOf(await executed(plan, stores))).toEqual(values);
});

describe('a report', () => {
  test('shows what shares a value that would be made', async () => {
    const plan = planOf({
      secrets: {
        A: shared({ whenMissing: HEX, presence: 'optional' }),
        B: shared({ presence: 'optional' }),
        C: shared(),
      },
    });
    expect(valuesOf(await reported(plan, { [DEFAULT_URI]: fakeStore() }))).toEqual({
      A: '(will_generate)',
      B: '(will_generate)',
      C: '(missing_required)',
    });
  });
  test('shows no secret as missing that has another value until then', async () => {
    const stores = { [DEFAULT_URI]: fakeStore(), 'dotenv://other.env': fakeStore({ entries: { SHARED: 'later' } }) };
    const plan = planOf({
      secrets: {
        A: shared({ whenMissing: HEX, presence: 'optional' }),
        B: shared({ route: [DEFAULT_URI, 'dotenv://other.env'] }),
        C: shared({ whenMissing: { kind: 'default', text: 'until then' } }),
      },
    });
    expect(valuesOf(await reported(plan, stores))).toEqual({
      A: '(will_generate)',
      B: '(will_generate)',
      C: '(will_generate)',
    });
  });
});
