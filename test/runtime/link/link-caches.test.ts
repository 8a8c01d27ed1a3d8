/** The caches of a profile. */
import { expect, test } from '@jest/globals';
import { linkCaches } from '#runtime/link/link-caches.js';
import type { Store } from '#schemas/plan.js';
import { urisOf } from '../../helpers/fake-store.js';
import { choice, composed, planOf, stored, storeRef, user } from '../../helpers/plan.js';

const cached: Store = {
  kind: 'inline cache',
  uri: 'dotenv://src.env',
  credentials: {},
  cache: { store: storeRef('dotenv://cache.env'), maxAgeSeconds: 60 },
};

test('caches are linked without what they cache, and regardless of an override', () => {
  const plan = planOf({
    stores: { c: cached },
    secrets: { A: stored({ route: ['c'] }), B: stored({ route: ['dotenv://b.env'] }), C: composed('{A}') },
  });
  const result = linkCaches(plan, choice({ override: 'env' }), user({}));
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.diagnostics));
  expect(urisOf(result.plan)).toEqual(['dotenv://cache.env']);
  expect(result.plan.reads.map(({ secret, cache }) => [secret, cache?.maxAgeSeconds])).toEqual([['A', 60]]);
});

test('a scope leaves the caches of what it shows and of its inputs, whose names are hidden', () => {
  const plan = planOf({
    stores: { c: cached },
    secrets: {
      A: stored({ route: ['c'] }),
      B: stored({ route: ['c'] }),
      C: composed('{A}'),
      D: stored({ route: ['c'] }),
    },
    scopes: { web: ['C', 'D'] },
  });
  const scoped = linkCaches(plan, choice({ scope: 'web' }), user({}));
  if (scoped.kind === 'refused') throw new Error(JSON.stringify(scoped.diagnostics));
  expect(scoped.plan.scope).toBe('web');
  expect(scoped.plan.reads.map(({ secret, nameable }) => [secret, nameable])).toEqual([
    ['A', false],
    ['D', true],
  ]);
  const unknown = linkCaches(plan, choice({ scope: 'nowhere' }), user({}));
  expect(unknown.kind === 'refused' && unknown.diagnostics.map(({ code }) => code)).toEqual(['E0802']);
});
