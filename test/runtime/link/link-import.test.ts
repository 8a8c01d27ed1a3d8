/** Where the values of an import are read and written. */
import { describe, expect, test } from '@jest/globals';
import { linkImport } from '#runtime/link/link-import.js';
import type { Choice, LinkedPlan, Reading } from '#runtime/link/linked-plan.js';
import type { Plan, PlannedStore } from '#schemas/plan.js';
import { urisOf } from '../../helpers/fake-store.js';
import { choice, composed, derived, leaf, planOf, stored, storeRef, user } from '../../helpers/plan.js';

const USER = user({ provider: 'dotenv://.env' });
const cached: PlannedStore = {
  kind: 'inline cache',
  uri: 'dotenv://src.env',
  credentials: {},
  cache: { store: storeRef('dotenv://cache.env'), maxAgeSeconds: 60 },
};

const shown = (plan: LinkedPlan, { store, at }: Reading) =>
  `${urisOf(plan)[store]} ${at.kind === 'native' ? at.item : `<${at.key}>`}`;

describe('an import', () => {
  const linked = (plan: Plan, from: string, wants: Partial<Choice> = {}) => {
    const result = linkImport(plan, choice(wants), from, USER);
    if (result.kind === 'refused') return result.diagnostics.map(({ code, message }) => `${code} ${message}`);
    const { plan: of, source } = result;
    return of.reads.map(({ secret, from: [first] }) => {
      const reading = source.readings.get(secret);
      return `${secret}: ${reading && shown(of, reading)} -> ${first && shown(of, first)}`;
    });
  };
  const stores = { old: leaf('dotenv://old.env', { template: { item: '{profile}_{key}' } }), c: cached };

  test('addresses the source as a read through it would: ref, refs, template, convention', () => {
    const plan = planOf({
      stores,
      secrets: {
        A: stored(),
        B: stored({ refs: { old: { item: 'BEE' } } }),
        C: stored({ ref: { item: 'SEA' }, route: ['old'] }),
        D: composed('{A}'),
        E: derived('A', []),
      },
    });
    expect(linked(plan, 'old')).toEqual([
      'A: dotenv://old.env default_A -> dotenv://.env <A>',
      'B: dotenv://old.env BEE -> dotenv://.env <B>',
      'C: dotenv://old.env SEA -> dotenv://old.env SEA',
    ]);
    expect(linked(plan, ' dotenv://old.env ')).toEqual([
      'A: dotenv://old.env <A> -> dotenv://.env <A>',
      'B: dotenv://old.env <B> -> dotenv://.env <B>',
      'C: dotenv://old.env SEA -> dotenv://old.env SEA',
    ]);
  });

  test('goes where the profile, the override and the cached routes of the call say, whatever the scope', () => {
    const plan = planOf({
      profiles: { default: null, two: [storeRef('dotenv://two.env')] },
      stores,
      secrets: { A: stored(), B: stored({ route: ['c'] }) },
      scopes: { s: ['B'] },
    });
    const two = { profile: 'two', scope: 's' };
    expect(linked(plan, 'env', two)).toEqual([
      'A: env <A> -> dotenv://two.env <A>',
      'B: env <B> -> dotenv://src.env <B>',
    ]);
    expect(linked(plan, 'env', { ...two, override: 'keyring' })).toEqual([
      'A: env <A> -> keyring <A>',
      'B: env <B> -> keyring <B>',
    ]);
  });

  test.each<[string, Plan, string, RegExp]>([
    ['an unknown source', planOf({ secrets: { A: stored() } }), 'odl', /^E0804/u],
    ['a source with a password', planOf({ secrets: { A: stored() } }), 'dotenv://u:p@x', /^E0807/u],
    ['a cached alias', planOf({ stores, secrets: { A: stored() } }), 'c', /^E0813/u],
    [
      'coordinates that the source cannot honour',
      planOf({ secrets: { A: stored({ route: ['keyring:'], ref: { item: 'a', field: 'f' } }) } }),
      'dotenv',
      /^E0808 .*`field`/u,
    ],
  ])('is refused for %s', (_, plan, from, text) => {
    const found = linked(plan, from);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(text);
  });
});
