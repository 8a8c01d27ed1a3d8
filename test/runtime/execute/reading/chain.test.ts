import { describe, expect, test } from '@jest/globals';
import { errorCodes, errorsOf, executed, reported, valuesOf, warningCodes } from '../../../helpers/execute-plan.js';
import { fakeStore } from '../../../helpers/fake-store.js';
import { composed, planOf, stored } from '../../../helpers/plan.js';

const ONE = 'dotenv://one.env';
const TWO = 'dotenv://two.env';
const OUTAGE = { kind: 'unreachable', detail: 'connection refused' } as const;
const LATER = { kind: 'denied', detail: 'not yours' } as const;

const chain = (parts = {}) => planOf({ secrets: { A: stored({ route: [ONE, TWO], ...parts }) } });
const empty = () => fakeStore();
const out = () => fakeStore({ failing: OUTAGE });
const held = (text = 'v') => fakeStore({ entries: { A: text } });

describe('missing versus error (semantics 4.2)', () => {
  test('a healthy miss goes on to the next store', async () => {
    const outcome = await executed(chain(), { [ONE]: empty(), [TWO]: held() });
    expect([valuesOf(outcome), warningCodes(outcome)]).toEqual([{ A: 'v' }, []]);
  });
  test('a failure goes on, too, and is a warning where another store has the value', async () => {
    const outcome = await executed(chain(), { [ONE]: out(), [TWO]: held() });
    expect(valuesOf(outcome)).toEqual({ A: 'v' });
    expect(outcome.result.warnings).toMatchObject([
      { code: 'W1101', message: expect.stringMatching(/`A`.*`dotenv:\/\/one.env`/u), quote: 'connection refused' },
    ]);
  });
  test('a store that cannot be opened is a failure like any other', async () => {
    const outcome = await executed(chain(), { [ONE]: fakeStore({ refusing: OUTAGE }), [TWO]: held() });
    expect([valuesOf(outcome), warningCodes(outcome)]).toEqual([{ A: 'v' }, ['W1101']]);
  });
  test('a link that leads nowhere warns where another has the value', async () => {
    const outcome = await executed(planOf({ secrets: { A: stored({ route: [ONE, '?ghost', TWO] }) } }), {
      [ONE]: empty(),
      [TWO]: held(),
    });
    expect([valuesOf(outcome), warningCodes(outcome)]).toEqual([{ A: 'v' }, ['W1101']]);
  });
  test('… and is the result where none has', async () => {
    const outcome = await executed(
      planOf({ secrets: { A: stored({ route: [ONE, '?ghost'], whenMissing: { kind: 'default', text: 'd' } }) } }),
      { [ONE]: empty() },
    );
    expect(errorsOf(outcome)).toMatchObject([{ code: 'E1113', message: expect.stringContaining('`ghost`') }]);
  });
  test.each([
    ['before an empty store', [out, empty]],
    ['after an empty store', [empty, out]],
  ])('an outage %s is never "missing"', async (_, [one, two]) => {
    const outcome = await executed(chain({ whenMissing: { kind: 'default', text: 'd' } }), {
      [ONE]: (one ?? out)(),
      [TWO]: (two ?? out)(),
    });
    expect(errorCodes(outcome)).toEqual(['E1104']);
  });
  test('the first of several failures surfaces', async () => {
    const outcome = await executed(chain(), { [ONE]: out(), [TWO]: fakeStore({ failing: LATER }) });
    expect([errorCodes(outcome), warningCodes(outcome)]).toEqual([['E1104'], ['W1101']]);
  });
  test('the same holds without values', async () =>
    expect(errorCodes(await reported(chain(), { [ONE]: out(), [TWO]: empty() }))).toEqual(['E1104']));
  test('what cannot be decoded asks no other store', async () => {
    const two = held('aGk=');
    const outcome = await executed(chain({ decode: 'base64' }), { [ONE]: held('canary!'), [TWO]: two });
    expect(errorsOf(outcome)).toMatchObject([
      { code: 'E1004', kind: 'decode_failed', message: expect.stringContaining('`A`') },
    ]);
    expect([JSON.stringify(outcome.result).includes('canary'), two.reads]).toEqual([false, []]);
  });
  test('what cannot be selected asks no other store', async () => {
    const extract = { format: 'json', pointer: ['x'] } as const;
    const outcome = await executed(chain({ extract }), { [ONE]: held('{"y":"canary"}'), [TWO]: held('{"x":1}') });
    expect([errorCodes(outcome), JSON.stringify(outcome.result).includes('canary')]).toEqual([['E1005'], false]);
  });
  test('without values neither is noticed', async () => {
    const { result } = await reported(chain({ decode: 'base64' }), { [ONE]: held('canary!'), [TWO]: empty() });
    expect(result).toMatchObject({
      kind: 'resolved',
      resolution: { secrets: [{ status: 'found', delivered: { kind: 'withheld' } }] },
    });
  });
  test('an empty value is a value', async () =>
    expect(valuesOf(await executed(chain(), { [ONE]: held(''), [TWO]: held('v') }))).toEqual({ A: '' }));
  test('one hard error leaves no partial result', async () => {
    const plan = planOf({ secrets: { A: stored({ route: [ONE] }), B: stored({ route: [TWO] }) } });
    expect((await executed(plan, { [ONE]: held('canary'), [TWO]: out() })).result).not.toHaveProperty('resolution');
  });
});

test('values are decoded, then selected', async () => {
  const extract = { format: 'json', pointer: ['x'] } as const;
  const document = Buffer.from('{"x":1.50}').toString('base64');
  expect(valuesOf(await executed(chain({ decode: 'base64', extract }), { [ONE]: held(document) }))).toEqual({
    A: '1.50',
  });
});

test('secrets that one cause stops are told of together', async () => {
  const secrets = { A: stored({ route: [ONE] }), B: stored({ route: [ONE] }) };
  expect(errorsOf(await executed(planOf({ secrets }), { [ONE]: out() }))).toMatchObject([
    { message: expect.stringContaining('`A` and `B`') },
  ]);
});

test('of many secrets that one store fails, the count is told', async () => {
  const names = Array.from({ length: 19 }, (_, index) => `S${index}`);
  const secrets = Object.fromEntries(names.map((name) => [name, stored({ route: [ONE] })]));
  expect(errorsOf(await executed(planOf({ secrets }), { [ONE]: out() }))).toMatchObject([
    { message: `19 secrets could not be read: store \`${ONE}\` cannot be reached`, quote: 'connection refused' },
  ]);
});
test('many details of one class are one message, with the first of them', async () => {
  const names = ['A', 'B', 'C', 'D', 'E'];
  const secrets = Object.fromEntries(names.map((name) => [name, stored({ route: [ONE] })]));
  const failingEntries = Object.fromEntries(names.map((name) => [name, { ...LATER, detail: `no ${name} for you` }]));
  expect(errorsOf(await executed(planOf({ secrets }), { [ONE]: fakeStore({ failingEntries }) }))).toMatchObject([
    { code: 'E1102', message: expect.stringContaining('`D` and `E`'), quote: 'no A for you' },
  ]);
});

test('a hidden input is not named by what goes wrong with it', async () => {
  const plan = planOf({
    secrets: { INPUT: stored({ route: [ONE] }), OUT: composed('{INPUT}') },
    scopes: { s: ['OUT'] },
  });
  const outcome = await executed(plan, { [ONE]: out() }, { choice: { scope: 's' } });
  expect(errorsOf(outcome)[0]?.message).toContain('a hidden composition input');
  expect(JSON.stringify(errorsOf(outcome))).not.toContain('INPUT');
});

test('what a provider throws is not repeated', async () => {
  const throwing = fakeStore({
    gate: async () => {
      throw new TypeError('canary-in-an-exception');
    },
  });
  const outcome = await executed(chain(), { [ONE]: throwing, [TWO]: empty() });
  expect([errorCodes(outcome), JSON.stringify(outcome.result).includes('canary')]).toEqual([['E1101'], false]);
});
