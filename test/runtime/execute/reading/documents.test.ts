/** Many secrets of one document: the work grows with the document and with the secrets, not with one times the other. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Plan, PlanSecret } from '#schemas/plan.js';
import { type CountedWork, countWork } from '../../../helpers/counted-work.js';
import { fakeStore } from '../../../helpers/fake-store.js';
import { composed, derived, planOf, stored } from '../../../helpers/plan.js';

let counted: CountedWork;
beforeAll(async () => {
  counted = await countWork();
});
afterAll(() => counted.stop());

const KEYS = 500;
const keys = Array.from({ length: KEYS }, (_, index) => index);
const JSON_TEXT = JSON.stringify(Object.fromEntries(keys.map((n) => [`k${n}`, `value ${n}`])));
const INI_TEXT = keys.map((n) => `k${n} = value ${n}\n`).join('');

type Selecting = Parameters<typeof stored>[0];
const oneEach = (parts: (n: number) => Selecting) => Object.fromEntries(keys.map((n) => [`S${n}`, stored(parts(n))]));
const json = (n: number) => ({ extract: { format: 'json', pointer: [`k${n}`] } }) as const;
const ini = (n: number) => ({ extract: { format: 'ini', pointer: [`k${n}`] } }) as const;
const ref = { item: 'doc' };
const route = (n: number) => [`dotenv://${n % 2}.env`];

const cases: Readonly<Record<string, readonly [plan: Plan, entry: string, reader: string]>> = {
  'of JSON': [planOf({ secrets: oneEach((n) => ({ ref, ...json(n) })) }), JSON_TEXT, 'tokenAt'],
  'of INI': [planOf({ secrets: oneEach((n) => ({ ref, ...ini(n) })) }), INI_TEXT, 'readLine'],
  'of encoded JSON': [
    planOf({ secrets: oneEach((n) => ({ ref, decode: 'base64', ...json(n) })) }),
    Buffer.from(JSON_TEXT).toString('base64'),
    'tokenAt',
  ],
  'of copies in two stores': [
    planOf({ secrets: oneEach((n) => ({ ref, route: route(n), ...json(n) })) }),
    JSON_TEXT,
    'tokenAt',
  ],
  'derived from one secret': [
    planOf({
      secrets: { DOC: stored({ ref }), ...Object.fromEntries(keys.map((n) => [`S${n}`, derived('DOC', [`k${n}`])])) },
    }),
    JSON_TEXT,
    'tokenAt',
  ],
};

describe.each(Object.entries(cases))('secrets %s', (_, [plan, entry, reader]) => {
  test('read it once', async () => {
    const { DEFAULT_URI, executed, valuesOf } = await import('../../../helpers/execute-plan.js');
    const stores = Object.fromEntries(
      [DEFAULT_URI, ...route(0), ...route(1)].map((uri) => [uri, fakeStore({ entries: { doc: entry } })]),
    );
    let values: Readonly<Record<string, string>> = {};
    const read = await counted.of(
      /\/dist\/runtime\/decode\//u,
      async () => {
        values = valuesOf(await executed(plan, stores));
      },
      reader,
    );
    expect(values).toMatchObject(Object.fromEntries(keys.map((n) => [`S${n}`, `value ${n}`])));
    // Four tokens a member, and its name again where it is looked up; a line a key.
    expect(read).toBeGreaterThanOrEqual(KEYS);
    expect(read).toBeLessThan(6 * KEYS);
  });
});

const MEBIBYTE = 2 ** 20;

describe('a resolution has room', () => {
  const run = async (plan: Plan, entries: Readonly<Record<string, string>>, choice = {}) => {
    const { DEFAULT_URI, errorsOf, executed } = await import('../../../helpers/execute-plan.js');
    return errorsOf(await executed(plan, { [DEFAULT_URI]: fakeStore({ entries }) }, { choice }));
  };
  const copies = (count: number) => Object.fromEntries(keys.slice(0, count).map((n) => [`C${n}`, composed('{BIG}')]));

  test('for 64 MiB of composed values', async () => {
    const big = { BIG: 'x'.repeat(8 * MEBIBYTE) };
    const eight = planOf({ secrets: { BIG: stored(), ...copies(8) }, scopes: { s: Object.keys(copies(8)) } });
    expect(await run(eight, big, { scope: 's' })).toEqual([]);
    expect(await run(planOf({ secrets: { BIG: stored(), ...copies(9) } }), big)).toMatchObject([
      { code: 'E1014', kind: 'composition_failed', message: expect.stringMatching(/`C8`.* 64 MiB/u) },
    ]);
  });

  // Each value is inside the one before it: as much as the document 20 times over.
  const nested = (length: number) => `${'['.repeat(20)}"${'x'.repeat(length)}"${']'.repeat(20)}`;
  const levels = (at: (depth: number) => PlanSecret) =>
    Object.fromEntries(keys.slice(0, 20).map((n) => [`S${n}`, at(n)]));
  const elements = (depth: number): readonly string[] => Array.from({ length: depth }, () => '0');

  test('for what is selected from a document inside something else that is', async () => {
    const secrets = levels((depth) => stored({ ref, extract: { format: 'json', pointer: elements(depth) } }));
    expect(await run(planOf({ secrets }), { doc: nested(3 * MEBIBYTE) })).toEqual([]);
    const [first, ...others] = await run(planOf({ secrets }), { doc: nested(4 * MEBIBYTE) });
    expect(first).toMatchObject({ code: 'E1005', message: expect.stringContaining('overlap') });
    expect(others).toHaveLength(3);
  });

  test('for what is derived from what is derived', async () => {
    const secrets = {
      DOC: stored(),
      ...levels((depth) => derived(depth === 0 ? 'DOC' : `S${depth - 1}`, ['0'])),
    };
    expect(await run(planOf({ secrets }), { DOC: nested(3 * MEBIBYTE) })).toEqual([]);
    expect((await run(planOf({ secrets }), { DOC: nested(4 * MEBIBYTE) })).map(({ code }) => code)).toEqual(['E1005']);
  });

  test('for any number of secrets that select the same', async () => {
    const secrets = oneEach(() => ({ ref, extract: { format: 'json', pointer: [] } }));
    expect(await run(planOf({ secrets }), { doc: nested(MEBIBYTE / 10) })).toEqual([]);
  });

  test('for 64 MiB of values that are handed out', async () => {
    const large = { BIG: 'x'.repeat(40 * MEBIBYTE), LARGE: 'y'.repeat(40 * MEBIBYTE) };
    const plan = (deliver: 'value' | 'path') => planOf({ secrets: { BIG: stored({ deliver }), LARGE: stored() } });
    expect(await run(plan('path'), large)).toEqual([]);
    expect(await run(plan('value'), large)).toMatchObject([
      { code: 'E1015', message: expect.stringMatching(/`LARGE`.* 64 MiB/u) },
    ]);
  });
});
