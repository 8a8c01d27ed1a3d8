import { describe, expect, test } from '@jest/globals';
import { READ_ONLY, RUN } from '#runtime/execute/mode.js';
import { named } from '#schemas/named.js';
import type { WhenMissing } from '#schemas/plan.js';
import { DEFAULT_URI, errorCodes, errorsOf, executed, reported, valuesOf } from '../../../helpers/execute-plan.js';
import type { FakeEnd } from '../../../helpers/fake-programs.js';
import { askedFor, type FakeParts, fakeStore, textIn } from '../../../helpers/fake-store.js';
import { composed, planOf, type StoredParts, stored } from '../../../helpers/plan.js';

const PROMPT: WhenMissing = { kind: 'prompt' };
const generate = (type: string, options = {}): WhenMissing => ({
  kind: 'generate',
  type,
  options: named(Object.entries(options)),
});
const HEX = generate('hex', { bytes: 2 });

const one = (whenMissing: WhenMissing, parts: StoredParts = {}) =>
  planOf({ secrets: { A: stored({ whenMissing, ...parts }) } });
function world(parts: FakeParts = {}) {
  const store = fakeStore(parts);
  return { store, stores: { [DEFAULT_URI]: store } };
}

describe('a default', () => {
  test('is the manifest’s own text, neither decoded nor written', async () => {
    const { store, stores } = world();
    const outcome = await executed(one({ kind: 'default', text: 'plain' }, { decode: 'hex' }), stores);
    expect([valuesOf(outcome), store.writes]).toEqual([{ A: 'plain' }, []]);
    expect(outcome.result).toMatchObject({ resolution: { secrets: [{ origin: { kind: 'default' } }] } });
  });
});

describe('a generated value', () => {
  test('is stored encoded, handed out plain, noticed and recorded', async () => {
    const { store, stores } = world();
    const outcome = await executed(one(HEX, { decode: 'base64' }), stores);
    const { A: value = '' } = valuesOf(outcome);
    expect(value).toMatch(/^[0-9a-f]{4}$/u);
    expect(textIn(store, 'A')).toBe(Buffer.from(value).toString('base64'));
    expect(outcome.notices).toEqual(['✓ A - generated and saved to dotenv (profile: default)']);
    expect(outcome.accesses).toMatchObject([{ action: 'set', key: 'A', outcome: 'written' }]);
  });
  test('is not made where a store has one', async () => {
    const { store, stores } = world({ entries: { A: 'kept' } });
    expect(valuesOf(await executed(one(HEX), stores))).toEqual({ A: 'kept' });
    expect(store.writes).toEqual([]);
  });
  test('lives for this run where nobody keeps it', async () => {
    const { store, stores } = world({ ephemeral: true, readOnly: true });
    const outcome = await executed(one(HEX), stores);
    expect(valuesOf(outcome)['A']).toMatch(/^[0-9a-f]{4}$/u);
    expect([store.writes, outcome.accesses]).toEqual([[], []]);
    expect(outcome.notices).toEqual(['✓ A - generated for this run only (profile: default)']);
  });
  test('of a later store beats a new one', async () => {
    const later = fakeStore({ entries: { A: 'stored' } });
    const plan = one(HEX, { route: ['null:', 'dotenv://later.env'] });
    const outcome = await executed(plan, { 'null:': fakeStore({ ephemeral: true }), 'dotenv://later.env': later });
    expect(valuesOf(outcome)).toEqual({ A: 'stored' });
  });
  test('goes to the first store, at its own address', async () => {
    const first = fakeStore();
    const plan = one(HEX, { route: ['dotenv://first.env', 'dotenv://second.env'], ref: { item: 'R' } });
    await executed(plan, { 'dotenv://first.env': first, 'dotenv://second.env': fakeStore() });
    expect(first.writes).toEqual([['R']]);
  });
  test('fails where the first store refuses it', async () => {
    const { stores } = world({ readOnly: true });
    expect(errorsOf(await executed(one(HEX), stores))).toMatchObject([{ code: 'E1114', quote: 'it is read-only' }]);
  });
  test('fails where the store did not take it', async () => {
    const outcome = await executed(one(HEX), world({ failsWrites: true }).stores);
    expect([errorCodes(outcome), outcome.notices]).toEqual([['E1101'], []]);
  });
  test('of a type of a later version fails clearly', async () =>
    expect(errorsOf(await executed(one(generate('totp_seed')), world().stores))).toMatchObject([
      { code: 'E1008', message: expect.stringContaining('this version cannot generate it') },
    ]));
  test('is not waited for once the call is given up, and is not stored', async () => {
    const { store, stores } = world();
    const call = new AbortController();
    const programs = { sh: () => new Promise<FakeEnd>(() => setImmediate(() => call.abort(new Error('given up')))) };
    const outcome = executed(one(generate('command', { command: 'x' })), stores, { signal: call.signal, programs });
    await expect(outcome).rejects.toThrow('given up');
    expect(store.writes).toEqual([]);
  });
  test('is written with all others of its store at once, each entry once', async () => {
    const { store, stores } = world();
    const shared = stored({ whenMissing: HEX, ref: { item: 'SHARED' } });
    const outcome = await executed(
      planOf({ secrets: { A: shared, B: shared, C: stored({ whenMissing: HEX }) } }),
      stores,
    );
    expect(store.writes).toEqual([['SHARED', 'C']]);
    expect(textIn(store, 'SHARED')).toBe(valuesOf(outcome)['B']);
  });
  test('is not written where another could not be made', async () => {
    const { store, stores } = world();
    await executed(
      planOf({ secrets: { A: stored({ whenMissing: HEX }), B: stored({ whenMissing: generate('totp_seed') }) } }),
      stores,
    );
    expect(store.writes).toEqual([]);
  });
  test('is not made where a store failed', async () => {
    const { store, stores } = world();
    const plan = planOf({ secrets: { A: stored({ whenMissing: HEX }), B: stored({ route: ['dotenv://x.env'] }) } });
    await executed(plan, { ...stores, 'dotenv://x.env': fakeStore({ failing: { kind: 'failed', detail: '' } }) });
    expect(store.writes).toEqual([]);
  });
  test('gives way to one that another process stored in the meantime', async () => {
    const { store, stores } = world({ meanwhile: { A: '6669727374' } });
    const outcome = await executed(one(HEX, { decode: 'hex' }), stores);
    expect([valuesOf(outcome), textIn(store, 'A')]).toEqual([{ A: 'first' }, '6669727374']);
    expect([outcome.notices, outcome.accesses]).toEqual([[], []]);
    expect(outcome.result).toMatchObject({
      resolution: { secrets: [{ origin: { kind: 'store', store: DEFAULT_URI } }] },
    });
  });
  test('fails where the one stored in the meantime cannot be decoded', async () => {
    const { stores } = world({ meanwhile: { A: 'no hex' } });
    expect(errorCodes(await executed(one(HEX, { decode: 'hex' }), stores))).toEqual(['E1004']);
  });
  test('is not named where the scope hides it', async () => {
    const plan = planOf({
      secrets: { INPUT: stored({ whenMissing: HEX }), OUT: composed('{INPUT}') },
      scopes: { s: ['OUT'] },
    });
    const { notices } = await executed(plan, world().stores, { choice: { scope: 's' } });
    expect(notices).toEqual(['✓ a hidden composition input - generated and saved to dotenv (profile: default)']);
  });
  test('may not be stored by a read-only session', async () =>
    expect(errorCodes(await executed(one(HEX), world().stores, { mode: READ_ONLY }))).toEqual(['E1013']));
});

describe('without values', () => {
  const statusOf = async (parts: StoredParts, store: FakeParts = {}) => {
    const { store: fake, stores } = world(store);
    const outcome = await reported(one(HEX, parts), stores);
    expect(fake.writes).toEqual([]);
    return valuesOf(outcome)['A'];
  };
  test('a required value that a store would keep is missing', async () =>
    expect(await statusOf({})).toBe('(missing_required)'));
  test('an optional one would be generated', async () =>
    expect(await statusOf({ presence: 'optional' })).toBe('(will_generate)'));
  test('one that nobody keeps would be generated', async () =>
    expect(await statusOf({}, { ephemeral: true })).toBe('(will_generate)'));
  test('a prompt is missing', async () => {
    expect(valuesOf(await reported(one(PROMPT), world().stores))).toEqual({ A: '(missing_required)' });
  });
  test('what is composed of a value that would be generated counts as present', async () => {
    const plan = planOf({ secrets: { A: stored({ whenMissing: HEX, presence: 'optional' }), B: composed('{A}') } });
    expect(valuesOf(await reported(plan, world().stores))).toEqual({ A: '(will_generate)', B: '(withheld)' });
  });
});

describe('a prompt', () => {
  test('is asked by run alone', async () =>
    expect(valuesOf(await executed(one(PROMPT), world().stores, { answers: { A: 'x' } }))).toEqual({
      A: '(missing_required)',
    }));
  test('stores the answer before the next question, in name order', async () => {
    const { store, stores } = world();
    const plan = planOf({ secrets: { B: stored({ whenMissing: PROMPT }), A: stored({ whenMissing: PROMPT }) } });
    const outcome = await executed(plan, stores, { mode: RUN, answers: { A: 'one', B: 'two' } });
    expect(valuesOf(outcome)).toEqual({ A: 'one', B: 'two' });
    expect([outcome.questions.map(askedFor), store.writes]).toEqual([
      ['A', 'B'],
      [['A'], ['B']],
    ]);
    expect(outcome.questions[0]?.destination).toEqual({ store: DEFAULT_URI, provider: DEFAULT_URI, target: 'item=A' });
    expect(outcome.notices).toEqual([
      '✓ A - entered and saved to dotenv (profile: default)',
      '✓ B - entered and saved to dotenv (profile: default)',
    ]);
  });
  test('is stored whatever another process stored in the meantime', async () => {
    const { store, stores } = world({ meanwhile: { A: 'theirs' } });
    const outcome = await executed(one(PROMPT), stores, { mode: RUN, answers: { A: 'x' } });
    expect([valuesOf(outcome), textIn(store, 'A')]).toEqual([{ A: 'x' }, 'x']);
  });
  test('without a terminal fails, naming the secret', async () =>
    expect(errorsOf(await executed(one(PROMPT), world().stores, { mode: RUN }))).toMatchObject([
      { kind: 'prompt_unavailable', message: expect.stringContaining('`A`') },
    ]));
  test('takes no empty answer', async () => {
    const { store, stores } = world();
    const outcome = await executed(one(PROMPT), stores, { mode: RUN, answers: { A: '' } });
    expect([errorCodes(outcome), store.writes]).toEqual([['E1010'], []]);
  });
  test('is not asked where the answer could not be kept', async () => {
    const outcome = await executed(one(PROMPT), world({ readOnly: true }).stores, { mode: RUN, answers: { A: 'x' } });
    expect([errorCodes(outcome), outcome.questions]).toEqual([['E1114'], []]);
  });
  test('serves this run only where nobody keeps the answer', async () => {
    const { store, stores } = world({ ephemeral: true, readOnly: true });
    const outcome = await executed(one(PROMPT), stores, { mode: RUN, answers: { A: 'x' } });
    expect([valuesOf(outcome), store.writes, outcome.questions[0]?.destination]).toEqual([{ A: 'x' }, [], null]);
  });
  test('of an input that the scope hides is put without its name, for the first secret that needs it', async () => {
    const { store, stores } = world();
    const plan = planOf({
      secrets: {
        INPUT: stored({ whenMissing: PROMPT, description: 'hidden description' }),
        MIDDLE: composed('{INPUT}'),
        OUT: composed('{MIDDLE}'),
        UNRELATED: composed('x'),
        LATER: composed('{INPUT}'),
      },
      scopes: { s: ['OUT', 'UNRELATED', 'LATER'] },
    });
    const outcome = await executed(plan, stores, {
      mode: RUN,
      answers: { 'input of LATER': 'x' },
      choice: { scope: 's' },
    });
    expect(valuesOf(outcome)).toEqual({ LATER: 'x', OUT: 'x', UNRELATED: 'x' });
    expect(outcome.questions).toEqual([
      { inputOf: 'LATER', profile: 'default', destination: { store: DEFAULT_URI, provider: DEFAULT_URI } },
    ]);
    expect(outcome.notices).toEqual(['✓ a hidden composition input - entered and saved to dotenv (profile: default)']);
    expect(textIn(store, 'INPUT')).toBe('x');
  });
  test.each([
    ['no terminal', null, 'E0902'],
    ['no answer', { 'input of OUT': '' }, 'E1010'],
  ])('of a hidden input with %s fails without its name', async (_, answers, code) => {
    const plan = planOf({
      secrets: { INPUT: stored({ whenMissing: PROMPT }), OUT: composed('{INPUT}') },
      scopes: { s: ['OUT'] },
    });
    const errors = errorsOf(await executed(plan, world().stores, { mode: RUN, answers, choice: { scope: 's' } }));
    expect(errors).toMatchObject([
      { code, about: null, message: expect.stringContaining('a hidden composition input of `OUT`') },
    ]);
    expect(JSON.stringify(errors)).not.toContain('INPUT');
  });
});
