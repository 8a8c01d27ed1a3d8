/** What `tool plan` tells of a plan, where golden cases would be long. */
import { describe, expect, test } from '@jest/globals';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import type { Plan } from '#schemas/plan.js';
import { composed, derived, leaf, planOf, routeOf, stored } from '../../../helpers/plan.js';

const EVERYTHING = { profile: null, scope: null };
const outline = (
  plan: Plan,
  selection: Partial<typeof EVERYTHING> | { readonly profile?: string; readonly scope?: string } = {},
) => outlinePlan(plan, { ...EVERYTHING, ...selection });
const only = (...profiles: readonly string[]) => ({ in: { only: profiles } });
const all = (...names: readonly string[]) => ({ shown: names, more: 0 });
const template = (name: string) => `<$\{${name}}>`;

describe('addresses', () => {
  const addressesOf = (plan: Plan, profile?: string) =>
    outline(plan, profile === undefined ? {} : { profile }).secrets.flatMap(({ meanings }) =>
      meanings.flatMap(({ chains }) =>
        chains.shown.flatMap(({ hops }) =>
          hops.shown.map(({ address }) => (address.kind === 'convention' ? address.text : address.coordinates)),
        ),
      ),
    );
  const two = { default: null, live: null };

  test('have a placeholder where several profiles share them', () =>
    expect(addressesOf(planOf({ profiles: two, secrets: { A: stored() } }))).toEqual(['shop/{profile}/A']));
  test('are complete where one profile is asked about', () =>
    expect(addressesOf(planOf({ profiles: two, secrets: { A: stored() } }), 'live')).toEqual(['shop/live/A']));
  test('are the key in stores that know no profiles', () =>
    expect(addressesOf(planOf({ secrets: { A: stored({ route: ['dotenv:.env', '?env'] }) } }))).toEqual(['A', 'A']));
  test('fill in the pattern of a URI', () =>
    expect(addressesOf(planOf({ secrets: { A: stored({ route: ['keyring://team/{profile}/{key}'] }) } }))).toEqual([
      'team/default/A',
    ]));
  test('are told once for profiles with the same chain', () => {
    const profiles = { a: routeOf('env:'), b: null, c: routeOf('env:') };
    const [secret] = outline(planOf({ profiles, secrets: { A: stored() } })).secrets;
    expect(secret?.meanings[0]?.chains.shown.map((route) => route.in)).toEqual([['a', 'c'], ['b']]);
  });
});

describe('the order of what is composed', () => {
  test('puts each after all it is made of', () => {
    const secrets = { A: composed(template('B')), B: composed(template('C')), C: stored(), D: derived('A', []) };
    expect(outline(planOf({ secrets })).orders.shown.map(({ steps }) => steps.map(({ secret }) => secret))).toEqual([
      ['B', 'A', 'D'],
    ]);
  });
  test('is one per profile where they contradict each other', () => {
    const secrets = {
      A: [composed(template('B'), only('a')), stored(only('b'))],
      B: [stored(only('a')), composed(template('A'), only('b'))],
    };
    const { orders } = outline(planOf({ profiles: { a: null, b: null }, secrets }));
    expect(orders.shown.map(({ profile, steps }) => [profile, steps.map(({ secret }) => secret)])).toEqual([
      ['a', ['A']],
      ['b', ['B']],
    ]);
  });
  test('goes by way of what plays a role', () => {
    const secrets = {
      A: derived('ID', []),
      ID: stored({ roles: { password: 'PIN' } }),
      PIN: composed(template('SEED')),
      SEED: stored(),
    };
    expect(outline(planOf({ secrets })).orders.shown[0]?.steps.map(({ secret }) => secret)).toEqual(['PIN', 'ID', 'A']);
  });
  test('is found for a chain of ten thousand', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `S${index}`);
    const secrets = Object.fromEntries(
      names.map((name, index) => [name, index === 9_999 ? stored() : composed(template(`S${index + 1}`))]),
    );
    expect(outline(planOf({ secrets })).orders.shown[0]?.steps).toHaveLength(9_999);
  });
});

describe('a scope', () => {
  const secrets = { A: composed(template('B')), B: stored(), C: stored(), D: stored(only('live')) };
  const plan = planOf({ profiles: { default: null, live: null }, secrets, scopes: { s: ['A', 'D'], t: ['C'] } });

  test('shows, reads and hides', () =>
    expect(outline(plan).scopes[0]).toEqual({ name: 's', shows: all('A', 'D'), uses: all('B'), hides: all('C') }));
  test('tells nothing of secrets that the profile lacks', () =>
    expect(outline(plan, { profile: 'default' }).scopes[0]?.shows).toEqual(all('A')));
  test('narrows to what it shows and what that is made of', () => {
    const { secrets: told, scopes } = outline(plan, { scope: 's' });
    expect(told.map(({ name, isHiddenInput }) => [name, isHiddenInput])).toEqual([
      ['A', false],
      ['B', true],
      ['D', false],
    ]);
    expect(scopes.map(({ name }) => name)).toEqual(['s']);
  });
  test('leaves hidden members out of groups', () => {
    const presence = { atLeastOne: ['g'], exactlyOne: [] };
    const grouped = planOf({ secrets: { A: stored({ presence }), B: stored({ presence }) }, scopes: { s: ['A'] } });
    expect(outline(grouped, { scope: 's' }).groups.map(({ members }) => members)).toEqual([all('A')]);
  });
});

describe('stores that may be contacted', () => {
  const contactsOf = (plan: Plan) =>
    outline(plan).contacts.map(({ store, ...contact }) => [
      store,
      Object.fromEntries(
        Object.entries(contact).flatMap(([purpose, some]) =>
          typeof some === 'object' && some !== null && 'shown' in some && some.shown.length > 0
            ? [[purpose, some.shown]]
            : [],
        ),
      ),
    ]);

  test('are none for what is composed of nothing stored', () =>
    expect(contactsOf(planOf({ secrets: {} }))).toEqual([]));
  test('are those of caches and credentials, too', () => {
    const stores = {
      cached: {
        kind: 'fallback' as const,
        route: routeOf('signed'),
        cache: { store: { kind: 'open' as const, name: 'keyring' }, maxAgeSeconds: 60 },
      },
      idle: leaf('env'),
      signed: leaf('onepassword://Team', {
        credentials: { service_account_token: { store: { kind: 'uri', uri: 'env://' } } },
      }),
    };
    expect(contactsOf(planOf({ stores, secrets: { A: stored({ route: ['cached'] }) } }))).toEqual([
      [{ kind: 'alias', name: 'signed' }, { reads: ['A'] }],
      [{ kind: 'uri', uri: 'env://' }, { credentials: [{ name: 'service_account_token', of: 'signed' }] }],
      [{ kind: 'open', name: 'keyring', isProvider: true }, { caches: ['A'] }],
    ]);
  });
  test('are written to where something is generated or asked for, unless they keep nothing', () => {
    const generate = { kind: 'generate', type: 'hex', options: {} } as const;
    const secrets = {
      A: stored({ route: ['keyring:'], whenMissing: generate }),
      B: stored({ route: ['keyring:'], whenMissing: { kind: 'prompt' } }),
      C: stored({ route: ['null:'], whenMissing: generate }),
    };
    expect(contactsOf(planOf({ secrets }))).toEqual([
      [
        { kind: 'uri', uri: 'keyring:' },
        { reads: ['A', 'B'], writesGenerated: ['A'], writesEntered: ['B'] },
      ],
      [{ kind: 'uri', uri: 'null:' }, { reads: ['C'] }],
    ]);
  });
});

describe('what is too long to read', () => {
  const names = Array.from({ length: 100 }, (_, index) => `S${String(index).padStart(2, '0')}`);
  const secrets = Object.fromEntries(
    names.map((name) => [name, stored({ route: names.map((path) => `env:${path}`) })]),
  );
  const plan = planOf({ secrets, scopes: { all: names, none: [] } });

  test('is cut and counted', () => {
    const { scopes, contacts, secrets: told } = outline(plan);
    expect(scopes[0]?.shows).toEqual({ shown: names.slice(0, 40), more: 60 });
    expect(scopes[1]?.hides).toEqual({ shown: names.slice(0, 40), more: 60 });
    expect(contacts[99]?.reads).toEqual({ shown: names.slice(0, 40), more: 60 });
    expect(told[99]?.meanings[0]?.chains.shown[0]?.hops).toMatchObject({ shown: { length: 10 }, more: 90 });
  });
  test('is cut where profiles have chains and orders of their own, too', () => {
    const profiles = Object.fromEntries(names.map((name) => [name, routeOf(`env:${name}`)]));
    const made = {
      A: [composed(template('B'), only(...names.slice(1))), stored(only('S00'))],
      B: [stored(only(...names.slice(1))), composed(template('A'), only('S00'))],
    };
    const { secrets: told, orders } = outline(planOf({ profiles, secrets: { ...made, C: stored() } }));
    expect(told[2]?.meanings[0]?.chains).toMatchObject({ shown: { length: 10 }, more: 90 });
    expect(orders).toMatchObject({ shown: { length: 10 }, more: 90 });
  });
});
