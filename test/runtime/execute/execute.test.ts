import { describe, expect, test } from '@jest/globals';
import { execute } from '#runtime/execute/execute.js';
import { unsatisfied } from '#runtime/execute/explaining/unsatisfied.js';
import { RESOLVE } from '#runtime/execute/mode.js';
import { FileFault } from '#runtime/files/files.js';
import { reportOf } from '#runtime/session/report.js';
import {
  DEFAULT_URI,
  errorCodes,
  executed,
  linkedPlan,
  type Outcome,
  reported,
  valuesOf,
} from '../../helpers/execute-plan.js';
import { fakeStore, fakeWorld } from '../../helpers/fake-store.js';
import { composed, planOf, stored } from '../../helpers/plan.js';

const holding = (entries: Record<string, string>) => ({ [DEFAULT_URI]: fakeStore({ entries }) });
const optional = { presence: 'optional' } as const;

async function failures({ linked, result, storesOf }: Outcome) {
  return result.kind === 'resolved'
    ? unsatisfied(linked, result.resolution, { stores: storesOf(linked), environment: new Map() })
    : [];
}

describe('under a scope', () => {
  const plan = planOf({
    secrets: {
      HIDDEN: stored(),
      INPUT: stored(),
      URL: composed('x{INPUT}'),
      OTHER: stored({ route: ['dotenv://other.env'] }),
    },
    scopes: { web: ['URL'], none: [] },
  });

  test('hidden inputs are read and dropped; the audit log alone is told', async () => {
    const outcome = await executed(plan, holding({ INPUT: '1' }), { choice: { scope: 'web' } });
    expect(valuesOf(outcome)).toEqual({ URL: 'x1' });
    expect(outcome.result).toMatchObject({ resolution: { scope: 'web', accessed: ['INPUT', 'URL'] } });
  });
  test('the values of hidden inputs are there to be redacted, and nothing else of them', async () => {
    const { result } = await executed(plan, holding({ INPUT: '1' }), { choice: { scope: 'web' } });
    const hidden = result.kind === 'resolved' ? result.resolution.hidden : [];
    expect(hidden.map((value) => value.revealText())).toEqual(['1']);
  });
  test('a missing hidden input is missed by its composition alone', async () => {
    const outcome = await executed(plan, holding({}), { choice: { scope: 'web' } });
    expect(await failures(outcome)).toMatchObject([
      { code: 'E1001', message: '`URL` has no value in profile `default`' },
    ]);
  });
  test('that shows nothing nobody is contacted', async () => {
    const outcome = await executed(plan, {}, { choice: { scope: 'none', override: 'nonsense' } });
    expect(outcome.result).toMatchObject({ kind: 'resolved', resolution: { secrets: [], provider: '' } });
  });
  test('a hidden file serves its composition and is not delivered', async () => {
    const files = planOf({
      secrets: { KEY: stored({ deliver: 'path' }), ARGS: composed('{KEY}') },
      scopes: { s: ['ARGS'] },
    });
    const outcome = await executed(files, holding({ KEY: 'body' }), { choice: { scope: 's' } });
    expect(valuesOf(outcome)).toEqual({ ARGS: '/tmp/.tmp1' });
    expect(outcome.files.size).toBe(1);
  });
});

describe('groups', () => {
  const member = (mode: 'atLeastOne' | 'exactlyOne') =>
    stored({ presence: { atLeastOne: [], exactlyOne: [], [mode]: ['g'] } });
  const both = (mode: 'atLeastOne' | 'exactlyOne') =>
    planOf({ secrets: { A: member(mode), B: member(mode) }, scopes: { s: ['A'] } });

  test('that hold say nothing', async () =>
    expect(await failures(await executed(both('atLeastOne'), holding({ A: '1' })))).toEqual([]));
  test('are judged over what the scope shows', async () => {
    const outcome = await executed(both('atLeastOne'), holding({ B: '1' }), { choice: { scope: 's' } });
    expect(await failures(outcome)).toMatchObject([{ code: 'E1002', kind: 'validation_failed' }]);
    expect(JSON.stringify(await failures(outcome))).not.toContain('`B`');
  });
  test('exactly one is too few with none and too many with two', async () => {
    const none = await failures(await executed(both('exactlyOne'), holding({})));
    const two = await failures(await executed(both('exactlyOne'), holding({ A: '1', B: '2' })));
    expect([none[0]?.message, two[0]?.message]).toEqual([
      'group `g` needs exactly one of `A` and `B`, and none has a value',
      'group `g` needs exactly one of `A` and `B`, and `A` and `B` have values',
    ]);
  });
  test('make the whole a failed validation, before what is missing', async () => {
    const plan = planOf({ secrets: { A: member('atLeastOne'), B: member('atLeastOne'), C: stored() } });
    expect((await failures(await executed(plan, holding({})))).map(({ kind }) => kind)).toEqual([
      'validation_failed',
      'required_secret_missing',
    ]);
  });
});

describe('missing secrets', () => {
  test('are told stored ones by name, then composed ones front to back', async () => {
    const plan = planOf({ secrets: { A: composed('{B}'), B: composed('{Z}'), Z: stored(), Y: stored() } });
    const outcome = await executed(plan, holding({}));
    expect(await failures(outcome)).toMatchObject([
      {
        message: '`Y`, `Z`, `B` and `A` have no value in profile `default`',
        help: expect.stringContaining('tool set Y'),
      },
    ]);
  });
  test('withhold every value, and take back files', async () => {
    const plan = planOf({ secrets: { KEY: stored({ deliver: 'path' }), ARGS: composed('{KEY}'), GONE: stored() } });
    const outcome = await executed(plan, holding({ KEY: 'body' }));
    expect(valuesOf(outcome)).toEqual({ ARGS: '(withheld)', GONE: '(missing_required)', KEY: '(withheld)' });
    expect(outcome.files.size).toBe(0);
  });
  test('that are optional fail nothing', async () =>
    expect(await failures(await executed(planOf({ secrets: { A: stored(optional) } }), holding({})))).toEqual([]));
});

test('a value-free report writes no file and says where values are', async () => {
  const plan = planOf({
    secrets: {
      A: stored({ deliver: 'path' }),
      B: stored({ ...optional, whenMissing: { kind: 'default', text: 'd' } }),
      C: composed('{A}'),
      D: stored(optional),
      E: stored(),
    },
  });
  const outcome = await reported(plan, holding({ A: 'canary' }));
  expect([outcome.files.size, JSON.stringify(outcome.result).includes('canary')]).toEqual([0, false]);
  const facts = { required: true, default_applied: false, generated: false, as_path: false };
  expect(outcome.result.kind === 'resolved' && reportOf(outcome.result.resolution)).toEqual({
    schema_version: 1,
    provider: DEFAULT_URI,
    profile: 'default',
    secrets: [
      { ...facts, name: 'A', status: 'resolved', source_provider: DEFAULT_URI, as_path: true },
      { ...facts, name: 'B', status: 'resolved', required: false, default_applied: true },
      { ...facts, name: 'C', status: 'resolved' },
      { ...facts, name: 'D', status: 'missing_optional', required: false },
      { ...facts, name: 'E', status: 'missing_required' },
    ],
  });
});

test('values print themselves nowhere', async () => {
  const outcome = await executed(planOf({ secrets: { A: stored() } }), holding({ A: 'canary' }));
  expect([JSON.stringify(outcome.result), String(outcome.result)].join()).not.toContain('canary');
});

test('a file that cannot be written fails the operation', async () => {
  const linked = linkedPlan(planOf({ secrets: { A: stored({ deliver: 'path' }) } }));
  const ports = fakeWorld(holding({ A: 'v' })).portsFor(linked);
  const temporary = {
    ...ports.temporary,
    write: async () => {
      throw new FileFault('ENOSPC', 'cannot write /tmp/x: no space left', 'no space left');
    },
  };
  const result = await execute(linked, RESOLVE, { ...ports, temporary });
  expect(result).toMatchObject({ kind: 'failed', diagnostics: [{ code: 'E1201', kind: 'io' }] });
});

test('a conversion of a later version fails as soon as there is something to convert', async () => {
  const how = { kind: 'export', type: 'pkcs7', format: null } as const;
  const derivedSecret = { ...composed('x'), source: { kind: 'derived', from: 'ID', how } } as const;
  const plan = planOf({ secrets: { ID: stored(), OUT: derivedSecret } });
  expect(errorCodes(await executed(plan, holding({ ID: 'bytes' })))).toEqual(['E1016']);
});

test('an identity that is not valid is not handed out; without its credential it is missing', async () => {
  const identity = stored({ type: 'x509_identity', roles: { password: 'PW' } });
  const plan = planOf({ secrets: { ID: identity, PW: stored(optional) } });
  expect(errorCodes(await executed(plan, holding({ ID: 'x', PW: 'y' })))).toEqual(['E1017']);
  expect(valuesOf(await executed(plan, holding({ ID: 'x' })))).toMatchObject({ ID: '(missing_required)' });
});

test('10,000 secrets of one store take one read', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `S${index}`);
  const store = fakeStore({ entries: Object.fromEntries(names.map((name) => [name, name])) });
  const plan = planOf({ secrets: Object.fromEntries(names.map((name) => [name, stored()])) });
  const outcome = await executed(plan, { [DEFAULT_URI]: store });
  expect(store.reads.map((requests) => requests.length)).toEqual([10_000]);
  expect(Object.keys(valuesOf(outcome))).toHaveLength(10_000);
});
