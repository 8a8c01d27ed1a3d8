/** What a run costs, where golden cases would be long. */
import { expect, test } from '@jest/globals';
import { planCost } from '#compiler/analyses/cost/plan-cost.js';
import type { StoreRef } from '#schemas/plan.js';
import { leaf, planOf, stored } from '../../helpers/plan.js';

type Credentials = Readonly<Record<string, { readonly store: StoreRef; readonly ref?: { readonly item: string } }>>;

/** Of one secret in a server whose credentials other stores have, and of more in those stores. */
function costWith(credentials: Credentials, more: Parameters<typeof planOf>[0]['secrets'] = {}) {
  const stores = { team: leaf('vault://kv.example.com/secret', { credentials }) };
  const plan = planOf({ stores, secrets: { A: stored({ route: ['team'] }), ...more } });
  const [cost] = planCost({ plan, hash: '', profiles: ['default'], scope: null, caches: 'cold' }).profiles;
  if (cost === undefined) throw new Error('the profile has no cost');
  return cost;
}
const uri = (text: string): StoreRef => ({ kind: 'uri', uri: text });

test('a credential from a file or from the environment is no round trip', () => {
  const { calls: plain, roundTrips } = costWith({});
  expect(plain).not.toBeNull();
  for (const store of ['env:', 'dotenv://.env']) {
    const cost = costWith({ token: { store: uri(store), ref: { item: 'TOKEN' } } });
    expect([cost.calls, cost.roundTrips]).toEqual([plain, roundTrips]);
  }
});

test('credentials that are processes are waited for, one after the other at worst', () => {
  const { roundTrips: none } = costWith({});
  const one = costWith({ token: { store: uri('pass:'), ref: { item: 'a' } } }).roundTrips;
  const two = costWith({
    role_id: { store: uri('pass:'), ref: { item: 'a' } },
    secret_id: { store: uri('pass:'), ref: { item: 'b' } },
  }).roundTrips;
  expect(one?.best).toBe((none?.best ?? 0) + 1);
  expect(two?.best).toBe(one?.best);
  expect(two?.worst).toBeGreaterThan(one?.worst ?? 0);
});

test('a credential that is also the value of a secret is one entry', () => {
  const shared = { item: 'SHARED' };
  const { stores } = costWith(
    { token: { store: uri('dotenv://.env'), ref: shared } },
    { B: stored({ route: ['dotenv://.env'], ref: shared }) },
  );
  expect(stores.map(({ uri: store, entries }) => [store, entries])).toEqual([
    ['vault://kv.example.com/secret', 1],
    ['dotenv://.env', 1],
  ]);
});
