/** The entries that a plan allows to be met, where golden cases would be long. */
import { expect, test } from '@jest/globals';
import { planContacts } from '#compiler/analyses/contacts/plan-contacts.js';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import type { Plan } from '#schemas/plan.js';
import type { PlanContact } from '#schemas/plan-contacts.js';
import { composed, leaf, planOf, stored } from '../../helpers/plan.js';

const contactsOf = (plan: Plan, scope: string | null = null): readonly PlanContact[] =>
  planContacts({ plan, hash: '', profiles: Object.keys(plan.profiles).sort(), scope, caches: 'cold' }).contacts;
const rows = (plan: Plan, scope?: string) =>
  contactsOf(plan, scope).map(({ store, at, access, for: why, secrets, profiles }) =>
    [store, at, access, why, secrets.join(), profiles.join()].join(' '),
  );

test('stores with equal address and credentials are one, under the first alias', () => {
  const stores = { z: leaf('dotenv:./x.env'), b: leaf('dotenv://x.env') };
  const plan = planOf({
    stores,
    secrets: { A: stored({ route: ['z'] }), B: stored({ route: ['b', 'dotenv://x.env'] }) },
  });
  expect(rows(plan)).toEqual(['b A read value A default', 'b B read value B default']);
});

test('secrets that share an entry are one row', () => {
  const ref = { ref: { item: 'I' } };
  const plan = planOf({ secrets: { A: stored({ route: ['env:'], ...ref }), B: stored({ route: ['env:'], ...ref }) } });
  expect(rows(plan)).toEqual(['env: I read value A,B default']);
});

test('a scope meets in each profile what it receives there', () => {
  const profiles = { a: null, b: null };
  const secrets = {
    A: [composed('<{B}>', { in: { only: ['a'] } }), stored({ route: ['env:'], in: { only: ['b'] } })],
    B: stored({ route: ['env:'] }),
  };
  expect(rows(planOf({ profiles, secrets, scopes: { s: ['A'] } }), 's')).toEqual([
    'env: A read value A b',
    'env: B read value B a',
  ]);
});

test('the outline tells of the same stores and secrets', () => {
  const stores = {
    team: leaf('vault://kv.example.com/secret', {
      credentials: { token: { store: { kind: 'open', name: 'keyring' } } },
    }),
  };
  const secrets = { A: stored({ route: ['team', '?laptop'] }), B: stored({ route: ['env:'] }) };
  const plan = planOf({ stores, secrets });
  const told = outlinePlan(plan, { profile: null, scope: null }).contacts.map(({ store }) =>
    store.kind === 'uri' ? store.uri : store.kind === 'default' ? null : store.name,
  );
  expect([...new Set(contactsOf(plan).map(({ store }) => store))].sort()).toEqual(told.sort());
});
