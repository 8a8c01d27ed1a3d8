import { describe, expect, test } from '@jest/globals';
import { DEFAULT_URI, errorCodes, errorsOf, executed, reported, valuesOf } from '../../../helpers/execute-plan.js';
import { fakeStore } from '../../../helpers/fake-store.js';
import { composed, derived, planOf, stored } from '../../../helpers/plan.js';

const holding = (entries: Record<string, string | Uint8Array>) => ({ [DEFAULT_URI]: fakeStore({ entries }) });

describe('a composed secret', () => {
  const plan = planOf({ secrets: { U: stored(), P: stored(), URL: composed('pg://{U}:{P}@h') } });

  test('joins texts and values', async () =>
    expect(valuesOf(await executed(plan, holding({ U: 'a', P: 'b' })))).toMatchObject({ URL: 'pg://a:b@h' }));
  test('does not look at what it inserted', async () => {
    const reference = ['$', '{P}'].join('');
    const outcome = await executed(plan, holding({ U: reference, P: '$$' }));
    expect(valuesOf(outcome)).toMatchObject({ URL: `pg://${reference}:$$@h` });
  });
  test('keeps empty values empty', async () =>
    expect(valuesOf(await executed(plan, holding({ U: '', P: '' })))).toMatchObject({ URL: 'pg://:@h' }));
  test('is missing with any of its inputs', async () => {
    const optional = planOf({
      secrets: {
        U: stored({ presence: 'optional' }),
        REQUIRED: composed('{U}'),
        OPTIONAL: composed('{U}', { presence: 'optional' }),
      },
    });
    expect(valuesOf(await executed(optional, holding({})))).toEqual({
      OPTIONAL: '(missing)',
      REQUIRED: '(missing_required)',
      U: '(missing)',
    });
  });
  test('refuses an input that is not text, naming both', async () => {
    const outcome = await executed(plan, holding({ U: new Uint8Array([0xff]), P: 'b' }));
    expect(errorsOf(outcome)).toMatchObject([
      { code: 'E1006', kind: 'composition_failed', message: expect.stringMatching(/`URL`.*`U`/u) },
    ]);
  });
  test('calls a hidden input by no name', async () => {
    const scoped = planOf({ secrets: { INPUT: stored(), OUT: composed('{INPUT}') }, scopes: { s: ['OUT'] } });
    const outcome = await executed(scoped, holding({ INPUT: new Uint8Array([0xff]) }), { choice: { scope: 's' } });
    expect(errorsOf(outcome)[0]?.message).toContain('a hidden composition input');
    expect(JSON.stringify(errorsOf(outcome))).not.toContain('INPUT');
  });
  test('inserts the path of an input that is delivered as a file', async () => {
    const secrets = { KEY: stored({ deliver: 'path' }), ARGS: composed('--key={KEY}') };
    const outcome = await executed(planOf({ secrets }), holding({ KEY: 'body' }));
    expect(valuesOf(outcome)).toEqual({ ARGS: '--key=/tmp/.tmp1', KEY: 'file of body' });
    expect(outcome.files.size).toBe(1);
  });
  test('is delivered as a file itself', async () => {
    const secrets = { U: stored(), FILE: composed('<{U}>', { deliver: 'path' }) };
    expect(valuesOf(await executed(planOf({ secrets }), holding({ U: 'x' })))).toMatchObject({ FILE: 'file of <x>' });
  });
  test('is refused where it grows beyond 16 MiB', async () => {
    const doublings = Array.from({ length: 25 }, (_, index) => [`D${index + 1}`, composed(`{D${index}}{D${index}}`)]);
    const outcome = await executed(
      planOf({ secrets: { D0: stored(), ...Object.fromEntries(doublings) } }),
      holding({ D0: 'x' }),
    );
    expect(errorCodes(outcome)).toEqual(['E1007']);
  });
  test('is not composed without values', async () => {
    const { result } = await reported(plan, holding({ U: 'a', P: 'b' }));
    expect(JSON.stringify(result)).toContain('composed');
    expect(result).toMatchObject({
      resolution: { secrets: [{}, {}, { secret: 'URL', delivered: { kind: 'withheld' } }] },
    });
  });
  test('may stand at the end of a chain of 10,000', async () => {
    const links = Array.from({ length: 10_000 }, (_, index) => [
      `S${index}`,
      index === 0 ? stored() : composed(`{S${index - 1}}`),
    ]);
    const outcome = await executed(planOf({ secrets: Object.fromEntries(links) }), holding({ S0: 'seed' }), {
      choice: { only: ['S9999'] },
    });
    expect(valuesOf(outcome)).toEqual({ S9999: 'seed' });
  });
});

describe('a derived secret', () => {
  const plan = planOf({ secrets: { DOC: stored({ deliver: 'path' }), PART: derived('DOC', ['a']) } });

  test('takes the content of its source, also of a file', async () =>
    expect(valuesOf(await executed(plan, holding({ DOC: '{"a":"x"}' })))).toEqual({
      DOC: 'file of {"a":"x"}',
      PART: 'x',
    }));
  test('fails where there is nothing to select', async () =>
    expect(errorCodes(await executed(plan, holding({ DOC: '{"b":"canary"}' })))).toEqual(['E1005']));
  test('is missing with its source', async () => {
    const optional = planOf({
      secrets: { DOC: stored({ presence: 'optional' }), PART: derived('DOC', ['a'], { presence: 'optional' }) },
    });
    expect(valuesOf(await executed(optional, holding({})))).toEqual({ DOC: '(missing)', PART: '(missing)' });
  });
});
