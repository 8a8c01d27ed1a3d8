import { expect, test } from '@jest/globals';
import { usesOfStore } from '#compiler/analyses/uses/uses-of-store.js';
import type { Plan } from '#schemas/plan.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import { composed, derived, leaf, type PlanParts, planOf, routeOf, stored, storeRef } from '../../../helpers/plan.js';

function uses(plan: Plan, store: string, [item, field]: readonly string[] = [], scope: string | null = null) {
  const ref = storeRefOf(store, (name) => Object.hasOwn(plan.stores, name));
  return usesOfStore(
    { plan, profiles: Object.keys(plan.profiles), scope, hash: 'sha256:', caches: 'cold' },
    { store: ref, item: item ?? null, field: field ?? null },
  );
}

const parts: PlanParts = {
  profiles: { default: routeOf('team'), live: routeOf('team', 'keyring://') },
  stores: {
    team: leaf('vault://kv.example.com/secret', { credentials: { token: { store: storeRef('keyring://') } } }),
    fast: {
      kind: 'fallback',
      route: routeOf('team', 'env:'),
      cache: { store: storeRef('keyring://'), maxAgeSeconds: 60 },
    },
  },
  secrets: {
    A: stored(),
    B: stored({ in: { only: ['live'] } }),
    FAST: stored({ route: ['fast'] }),
    NATIVE: stored({ route: ['team'], ref: { item: 'x', field: 'a' } }),
    URL: composed('x{A}'),
    PART: derived('URL', ['p']),
    ELSE: stored({ route: ['env:'] }),
  },
  scopes: { web: ['PART'], job: ['ELSE'], api: ['B', 'ELSE'] },
};
const plan = planOf(parts);

test('a store: its entries, what is made of them, who receives them, and their copies', () => {
  expect(uses(plan, 'team')).toEqual({
    format: 1,
    hash: 'sha256:',
    store: 'team',
    entries: [
      { at: 'shop/default/A', secrets: ['A'], profiles: ['default'] },
      { at: 'shop/default/FAST', secrets: ['FAST'], profiles: ['default'] },
      { at: 'shop/live/A', secrets: ['A'], profiles: ['live'] },
      { at: 'shop/live/B', secrets: ['B'], profiles: ['live'] },
      { at: 'shop/live/FAST', secrets: ['FAST'], profiles: ['live'] },
      { at: { item: 'x', field: 'a' }, secrets: ['NATIVE'], profiles: ['default', 'live'] },
    ],
    secrets: ['A', 'B', 'FAST', 'NATIVE'],
    dependents: ['PART', 'URL'],
    scopes: ['api', 'web'],
    caches: [
      { store: 'keyring://', at: 'shop/default/FAST', profiles: ['default'] },
      { store: 'keyring://', at: 'shop/live/FAST', profiles: ['live'] },
    ],
    credentials: [],
  });
});

test('another spelling of its address, and an alias that leads to it, are the same store', () => {
  const { entries } = uses(plan, 'team');
  expect(uses(plan, 'vault://KV.example.com/secret').entries).toEqual(entries);
  expect(uses(plan, 'fast').entries.length).toBeGreaterThan(entries.length);
});

test('an entry by its item, by its field, and by its convention address', () => {
  expect(uses(plan, 'team', ['x']).secrets).toEqual(['NATIVE']);
  expect(uses(plan, 'team', ['x', 'a']).secrets).toEqual(['NATIVE']);
  expect(uses(plan, 'team', ['x', 'b']).secrets).toEqual([]);
  expect(uses(plan, 'team', ['shop/live/A'])).toMatchObject({
    item: 'shop/live/A',
    secrets: ['A'],
    dependents: ['PART', 'URL'],
  });
});

test('a store of copies and of credentials: both are told, with every secret that the credentials open', () => {
  const { secrets, caches, credentials } = uses(plan, 'keyring');
  expect(secrets).toEqual(['A', 'B', 'FAST']);
  expect(caches).toHaveLength(2);
  expect(credentials).toEqual([{ alias: 'team', name: 'token', secrets: ['A', 'B', 'FAST', 'NATIVE'] }]);
  expect(uses(plan, 'keyring', ['shop/live/token'])).toMatchObject({
    secrets: [],
    credentials: [{ alias: 'team', name: 'token' }],
  });
});

test('what depends on a secret in another profile only does not depend on this one', () => {
  const { secrets: all } = parts;
  const other = planOf({ ...parts, secrets: { ...all, MIX: composed('{B}', { in: { only: ['default'] } }) } });
  expect(uses(other, 'team').dependents).toEqual(['PART', 'URL']);
});

test('a path that names the profile is another store in each', () => {
  const files = planOf({
    profiles: { a: routeOf('dotenv:.env.{profile}'), b: routeOf('dotenv:.env.b') },
    secrets: { S: stored() },
  });
  expect(uses(files, 'dotenv:.env.b').entries).toEqual([{ at: 'S', secrets: ['S'], profiles: ['b'] }]);
  expect(uses(files, 'dotenv:.env.{profile}').entries).toHaveLength(2);
});

test('a scope narrows to what it receives; a store that nothing uses gives empty lists', () => {
  expect(uses(plan, 'team', [], 'web')).toMatchObject({ secrets: ['A'], dependents: ['PART', 'URL'], scopes: ['web'] });
  const nothing = { entries: [], secrets: [], dependents: [], scopes: [], caches: [], credentials: [] };
  expect(uses(plan, 'dotenv:.other')).toMatchObject({ store: 'dotenv:.other', ...nothing });
});

test('hostile names, in thousands of secrets and twenty profiles', () => {
  const profiles = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, routeOf('team')]));
  const many = Array.from({ length: 2000 }, (_, index) => [`S${index}`, stored()] as const);
  const secrets = Object.fromEntries([...many, ['__proto__', stored()], ['why', composed('{__proto__}')]]);
  const large = planOf({ profiles, stores: { team: leaf('keyring://') }, secrets });
  expect(uses(large, 'team', ['shop/p3/__proto__'])).toMatchObject({ secrets: ['__proto__'], dependents: ['why'] });
});
