/** What an interactive `check` offers to store. */
import { describe, expect, test } from '@jest/globals';
import { storableSecrets } from '#runtime/execute/explaining/storable-secrets.js';
import type { PlanSecret } from '#schemas/plan.js';
import { type CaseParts, executed } from '../../../helpers/execute-plan.js';
import { type FakeStore, fakeStore } from '../../../helpers/fake-store.js';
import { composed, planOf, stored } from '../../../helpers/plan.js';

const ONE = 'dotenv://one.env';
const ENV = 'env://';

/** The names that are offered, or the code of what refuses them. */
const offered = async (
  secrets: Readonly<Record<string, PlanSecret>>,
  parts: CaseParts & { scopes?: Record<string, readonly string[]> } = {},
  stores: Readonly<Record<string, FakeStore>> = { [ONE]: fakeStore(), [ENV]: fakeStore({ readOnly: true }) },
): Promise<readonly string[]> => {
  const { linked, result, storesOf } = await executed(planOf({ secrets, scopes: parts.scopes ?? {} }), stores, parts);
  if (result.kind === 'failed') throw new Error('the stores failed');
  const offer = await storableSecrets(linked, result.resolution, storesOf(linked));
  return offer.kind === 'refused' ? offer.why.map(({ code }) => code) : offer.secrets.map(({ secret }) => secret);
};

test('required secrets by name; no optional ones, and none that this tool cannot store', async () => {
  const secrets = {
    B: stored({ route: [ONE] }),
    A: stored({ route: [ONE] }),
    C: stored({ route: [ONE], presence: 'optional' }),
    D: stored({ route: [ENV] }),
  };
  expect(await offered(secrets)).toEqual(['A', 'B']);
});

test('composed secrets are replaced by the leaves that they lack, each once', async () => {
  const secrets = {
    TOP: composed('{LEFT}{RIGHT}'),
    LEFT: composed('{LEAF}'),
    RIGHT: composed('{LEAF}{FOUND}{OTHER}'),
    LEAF: stored({ route: [ONE], presence: 'optional' }),
    OTHER: stored({ route: [ONE], presence: 'optional' }),
    UNUSED: stored({ route: [ONE], presence: 'optional' }),
    FOUND: stored({ route: [ONE] }),
  };
  const stores = { [ONE]: fakeStore({ entries: { FOUND: '1' } }) };
  expect(await offered(secrets, {}, stores)).toEqual(['LEAF', 'OTHER']);
});

test('more leaves than a message lists are all offered', async () => {
  const names = Array.from({ length: 50 }, (_, index) => `L${index + 10}`);
  const leaves = Object.fromEntries(names.map((name) => [name, stored({ route: [ONE], presence: 'optional' })]));
  expect(await offered({ TOP: composed(names.map((name) => `{${name}}`).join('')), ...leaves })).toEqual(names);
});

test('what a scope hides is not offered', async () => {
  const secrets = { URL: composed('x{LEAF}{SHOWN}'), LEAF: stored({ route: [ONE] }), SHOWN: stored({ route: [ONE] }) };
  const scopes = { web: ['URL', 'SHOWN'] };
  expect(await offered(secrets, { scopes, choice: { scope: 'web' } })).toEqual(['SHOWN']);
});

describe('parts of documents', () => {
  const extract = { format: 'json', pointer: ['x'] } as const;

  test('refuse all, as no answer supplies them', async () => {
    const part = stored({ route: [ONE], extract });
    expect(await offered({ A: stored({ route: [ONE] }), B: part, C: part })).toEqual(['E1116', 'E1116']);
  });
  test('do not if they are in the document that is offered', async () => {
    const ref = { item: 'DOCUMENT' };
    const secrets = { A: stored({ route: [ONE], ref, extract }), WHOLE: stored({ route: [ONE], ref }) };
    expect(await offered(secrets)).toEqual(['WHOLE']);
  });
});

describe('secrets that share an entry', () => {
  const ref = { item: 'SHARED' };

  test('are asked for once, as the first by name', async () => {
    const secrets = { B: stored({ route: [ONE], ref }), A: stored({ route: [ONE], ref }), C: stored({ route: [ONE] }) };
    expect(await offered(secrets)).toEqual(['A', 'C']);
  });
  test('share it under two addresses of one store', async () => {
    const stores = { [ONE]: fakeStore({ identity: 'one' }), 'dotenv://./one.env': fakeStore({ identity: 'one' }) };
    const secrets = { A: stored({ route: [ONE], ref }), B: stored({ route: ['dotenv://./one.env'], ref }) };
    expect(await offered(secrets, {}, stores)).toEqual(['A']);
  });
  test('share it too where it is the fallback of one of them', async () => {
    const secrets = { A: stored({ route: [ONE], ref }), B: stored({ route: [ENV, ONE], ref }) };
    expect(await offered(secrets)).toEqual(['A']);
  });
});
