import { describe, expect, test } from '@jest/globals';
import { link } from '#runtime/link/link.js';
import type { Choice, LinkedPlan, ReadStep } from '#runtime/link/linked-plan.js';
import { named } from '#schemas/named.js';
import type { Coordinates, Plan, PlannedStore } from '#schemas/plan.js';
import type { UserConfig } from '#schemas/user-config.js';
import { urisOf } from '../../helpers/fake-store.js';
import { choice, composed, derived, leaf, planOf, routeOf, stored, storeRef, user } from '../../helpers/plan.js';

const DEFAULT_STORE = user({ provider: 'dotenv://.env' });

function linked(plan: Plan, wants: Partial<Choice> = {}, config: UserConfig = DEFAULT_STORE): LinkedPlan {
  const result = link(plan, choice(wants), config);
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.diagnostics));
  return result.plan;
}

function refusal(plan: Plan, wants: Partial<Choice> = {}, config: UserConfig = DEFAULT_STORE) {
  const result = link(plan, choice(wants), config);
  return result.kind === 'refused' ? result.diagnostics : [];
}

const codes = (...parameters: Parameters<typeof refusal>) => refusal(...parameters).map(({ code }) => code);

function read(plan: LinkedPlan, secret: string): ReadStep {
  const step = plan.reads.find((one) => one.secret === secret);
  if (step === undefined) throw new Error(`${secret} is not read`);
  return step;
}

/** `uri entry`, for each store of the chain. */
const chain = (plan: LinkedPlan, secret: string) =>
  read(plan, secret).from.map(
    ({ store, at }) => `${urisOf(plan)[store]} ${at.kind === 'native' ? at.item : `<${at.key}>`}`,
  );

const one = (parts = {}) => planOf({ secrets: { A: stored(parts) } });

describe('the profile', () => {
  const two = planOf({
    profiles: { default: null, production: null },
    secrets: {
      A: [stored({ in: { only: ['default'] } }), stored({ in: { only: ['production'] }, ref: { item: 'PROD' } })],
    },
  });

  test('is the one chosen', () =>
    expect(chain(linked(two, { profile: 'production' }), 'A')).toEqual(['dotenv://.env PROD']));
  test('is else the one of the user', () =>
    expect(linked(two, {}, { ...DEFAULT_STORE, profile: 'production' }).profile).toBe('production'));
  test('is else called default', () => expect(linked(two).profile).toBe('default'));
  test('must exist', () => {
    const [diagnostic] = refusal(two, { profile: 'nope' });
    expect(diagnostic).toMatchObject({
      code: 'E0801',
      kind: 'invalid_profile',
      help: 'profiles are `default` and `production`',
    });
  });
});

describe('the scope', () => {
  const scoped = planOf({
    profiles: { default: null, other: null },
    secrets: {
      ELSEWHERE: stored({ in: { only: ['other'] } }),
      HIDDEN: stored(),
      INPUT: stored(),
      PLAIN: stored(),
      URL: composed('x{INPUT}'),
    },
    scopes: { web: ['ELSEWHERE', 'PLAIN', 'URL'] },
  });
  const web = linked(scoped, { scope: 'web' });

  test('shows what both it and the profile name', () =>
    expect(
      [...web.reads, ...web.finish].flatMap((step) => ('visible' in step && step.visible ? [step.secret] : [])),
    ).toEqual(['PLAIN', 'URL']));
  test('keeps inputs, without their names', () =>
    expect(read(web, 'INPUT')).toMatchObject({ visible: false, nameable: false }));
  test('leaves everything else alone', () => expect(web.reads.map(({ secret }) => secret)).toEqual(['INPUT', 'PLAIN']));
  test('scrubs every name it does not list, of all profiles', () => expect(web.scrub).toEqual(['HIDDEN', 'INPUT']));
  test('without one nothing is scrubbed', () => expect(linked(scoped).scrub).toEqual([]));
  test('must exist', () =>
    expect(refusal(scoped, { scope: 'nope' })[0]).toMatchObject({ code: 'E0802', help: 'scopes are `web`' }));
  test('that shows nothing needs no store', () => {
    const empty = planOf({ secrets: { A: stored() }, scopes: { none: [] } });
    expect(linked(empty, { scope: 'none', override: 'nonsense' }, user())).toMatchObject({
      stores: [],
      reads: [],
      primaryStore: null,
    });
  });
});

describe('single secrets', () => {
  const plan = planOf({
    secrets: { A: stored(), B: stored(), C: composed('{A}'), D: stored({ route: ['?broken'] }) },
  });

  test('come with what they are made of', () =>
    expect(linked(plan, { only: ['C'] }).reads.map(({ secret }) => secret)).toEqual(['A']));
  test('name their inputs where no scope hides them', () =>
    expect(read(linked(plan, { only: ['C'] }), 'A')).toMatchObject({ visible: false, nameable: true }));
  test('are not disturbed by a broken route elsewhere', () => expect(codes(plan, { only: ['A'] })).toEqual([]));
  test('must be declared', () =>
    expect(refusal(plan, { only: ['NOPE'] })[0]).toMatchObject({
      code: 'E0812',
      kind: 'secret_not_found',
      help: 'secrets are `A`, `B`, `C` and `D`',
    }));
  test('judge no group', () => {
    const grouped = stored({ presence: { atLeastOne: ['g'], exactlyOne: [] } });
    expect(linked(planOf({ secrets: { A: grouped, B: grouped } }), { only: ['A'] }).groups).toEqual([]);
  });
});

describe('routes', () => {
  const aliases = {
    vault: leaf('keyring://'),
    one: leaf('dotenv://one.env', { template: { item: '{profile}_{key}' } }),
  };
  const plan = planOf({
    stores: aliases,
    profiles: { default: routeOf('vault') },
    secrets: { A: stored(), B: stored({ route: ['one', 'dotenv://two.env'], refs: { one: { item: 'X1' } } }) },
  });

  test('are those of the profile where the secret names none', () =>
    expect(chain(linked(plan), 'A')).toEqual(['keyring:// <A>']));
  test('are addressed by refs, then template, then convention', () => {
    expect(chain(linked(plan), 'B')).toEqual(['dotenv://one.env X1', 'dotenv://two.env <B>']);
    const templated = planOf({ stores: aliases, secrets: { A: stored({ route: ['one'] }) } });
    expect(chain(linked(templated), 'A')).toEqual(['dotenv://one.env default_A']);
  });
  test('are replaced by an override, which keeps ref', () => {
    const withRef = planOf({
      stores: aliases,
      secrets: { A: stored({ route: ['vault'], ref: { item: 'R' } }), B: stored({ route: ['?gone'] }) },
    });
    const overridden = linked(withRef, { override: 'dotenv://x.env' }, user());
    expect([chain(overridden, 'A'), chain(overridden, 'B')]).toEqual([['dotenv://x.env R'], ['dotenv://x.env <B>']]);
  });
  test('an override by alias brings refs and template of the alias', () => {
    expect(chain(linked(plan, { override: 'one' }), 'B')).toEqual(['dotenv://one.env X1']);
    expect(chain(linked(plan, { override: 'one' }), 'A')).toEqual(['dotenv://one.env default_A']);
  });
  test('a spec with :// is never an alias', () =>
    expect(chain(linked(plan, { override: 'dotenv://one.env' }), 'A')).toEqual(['dotenv://one.env <A>']));
  test('an alias shadows the provider of its name, a project the user', () => {
    const shadowing = planOf({
      stores: { env: leaf('dotenv://shadow.env') },
      secrets: { A: stored({ route: ['?env'] }) },
    });
    const config = user({ aliases: { env: leaf('dotenv://user.env') } });
    expect(chain(linked(shadowing, {}, config), 'A')).toEqual(['dotenv://shadow.env <A>']);
  });
  test('an open name may be an alias of the user', () => {
    const config = user({ aliases: { team: leaf('dotenv://team.env', { template: { item: 'T_{key}' } }) } });
    expect(chain(linked(one({ route: ['?team'] }), {}, config), 'A')).toEqual(['dotenv://team.env T_A']);
  });
});

describe('the default store', () => {
  test('is asked for once, with both remedies', () => {
    const plan = planOf({ secrets: { A: stored(), B: stored(), C: stored({ route: ['dotenv://x.env'] }) } });
    const [diagnostic, ...others] = refusal(plan, {}, user());
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({ code: 'E0803', kind: 'no_provider_configured' });
    expect(diagnostic?.message).toContain('`A` and `B`');
    expect(diagnostic?.help).toMatch(/--provider[\s\S]*provider = "keyring"/u);
  });
  test('is not needed where every route is named', () =>
    expect(codes(one({ route: ['dotenv://x.env'] }), {}, user())).toEqual([]));
  test('is not needed behind an override', () =>
    expect(codes(one(), { override: 'dotenv://x.env' }, user())).toEqual([]));
});

describe('names that lead nowhere', () => {
  const stores = { vault: leaf('keyring://') };

  test('fail first in a chain, naming the aliases', () =>
    expect(refusal(planOf({ stores, secrets: { A: stored({ route: ['?ghost', 'vault'] }) } }))[0]).toMatchObject({
      code: 'E0804',
      kind: 'provider_not_found',
      message: '`ghost` is neither an alias nor a provider',
      help: expect.stringContaining('`vault`'),
    }));
  test('are harmless later until they are reached', () => {
    const plan = linked(planOf({ stores, secrets: { A: stored({ route: ['vault', '?ghost'] }) } }));
    expect(plan.stores[1]).toMatchObject({ kind: 'broken', shown: 'ghost', why: { kind: 'unknown-alias' } });
  });
  test('fail as an override', () => expect(codes(one(), { override: 'ghost' })).toEqual(['E0804']));
  test('are told once, however many secrets meet them', () =>
    expect(codes(planOf({ secrets: { A: stored({ route: ['?ghost'] }), B: stored({ route: ['?ghost'] }) } }))).toEqual([
      'E0804',
    ]));
  test('may be claimed by an external provider', () => {
    const result = link(one({ route: ['?corp'] }), choice(), user(), new Set(['corp']));
    expect(result.kind).toBe('linked');
  });
  test('are not named where the scope hides the secret', () => {
    const plan = planOf({
      secrets: { IN: stored({ route: ['?ghost'] }), OUT: composed('{IN}') },
      scopes: { s: ['OUT'] },
    });
    expect(JSON.stringify(refusal(plan, { scope: 's' }))).not.toContain('"IN"');
  });
});

describe('stores that cannot be', () => {
  test('a password in an address is not repeated', () => {
    const diagnostics = refusal(one(), { override: 'dotenv://me:canary-password@x.env' });
    expect(diagnostics.map(({ code }) => code)).toEqual(['E0807']);
    expect(JSON.stringify(diagnostics)).not.toContain('canary-password');
  });
  test('a coordinate that a store of the chain does not have, wherever it stands', () =>
    expect(codes(one({ route: ['keyring://', 'dotenv://x.env'], ref: { item: 'I', field: 'F' } }))).toEqual(['E0808']));
  test('a key of refs that is no alias', () =>
    expect(refusal(one({ route: ['dotenv://x.env'], refs: { ghost: { item: 'X' } } }))[0]).toMatchObject({
      code: 'E0811',
      message: expect.stringContaining('ghost'),
    }));
});

test('stores of equal address and credentials are one', () => {
  const plan = planOf({
    stores: { a: leaf('keyring://'), b: leaf('keyring') },
    secrets: { A: stored({ route: ['a'] }), B: stored({ route: ['b'] }), C: stored({ route: ['keyring:'] }) },
  });
  expect(linked(plan).stores).toEqual([
    {
      kind: 'store',
      scheme: 'keyring',
      uri: 'keyring://',
      shown: 'keyring',
      aliases: ['a', 'b'],
      credentials: named([]),
      unlocks: true,
    },
  ]);
});

describe('credentials', () => {
  const through = (
    credentials: Extract<PlannedStore, { kind: 'leaf' }>['credentials'],
    stores: Readonly<Record<string, PlannedStore>> = {},
  ) => {
    const plan = planOf({
      stores: { corp: leaf('corp://host', { credentials }), ...stores },
      secrets: { A: stored({ route: ['dotenv://x.env', 'corp'] }) },
    });
    const result = link(plan, choice(), user(), new Set(['corp']));
    return result.kind === 'linked' ? result.plan.stores : result.diagnostics;
  };
  const token = (source: string, ref?: Coordinates) =>
    named([['token', { store: storeRef(source), ...(ref !== undefined && { ref }) }]]);

  test('lie where their ref says, else by convention; the template of their store does not count', () => {
    const stores = { safe: leaf('dotenv://safe.env', { template: { item: 'T_{key}' } }) };
    expect(through(token('safe'), stores)).toMatchObject([
      { uri: 'dotenv://x.env' },
      { uri: 'dotenv://safe.env' },
      {
        uri: 'corp://host',
        aliases: ['corp'],
        credentials: {
          token: { store: 1, at: { kind: 'convention', project: 'shop', profile: 'default', key: 'token' } },
        },
      },
    ]);
    const at = { kind: 'native', item: 'X' };
    expect(through(token('safe', { item: 'X' }), stores)).toMatchObject([{}, {}, { credentials: { token: { at } } }]);
  });
  test('go one hop', () => {
    const stores = { inner: leaf('corp://inner', { credentials: token('env:') }) };
    expect(through(token('inner'), stores)).toMatchObject([{}, { kind: 'broken', why: { kind: 'more-than-one-hop' } }]);
  });
  test('come from a store that is there', () =>
    expect(through(token('?ghost'))).toContainEqual(
      expect.objectContaining({
        kind: 'broken',
        shown: 'corp://host',
        why: expect.objectContaining({ kind: 'unknown-alias' }),
      }),
    ));
  test('tell stores of one address apart', () => {
    const other = leaf('corp://host', { credentials: token('env:', { item: 'OTHER' }) });
    const plan = planOf({
      stores: { corp: leaf('corp://host', { credentials: token('env:') }), other },
      secrets: { A: stored({ route: ['corp', 'other'] }) },
    });
    const result = link(plan, choice(), user(), new Set(['corp']));
    expect(result.kind === 'linked' && urisOf(result.plan)).toEqual(['env:', 'corp://host', 'corp://host']);
  });
});

describe('cached aliases', () => {
  const cache = { store: storeRef('dotenv://cache.env'), maxAgeSeconds: 60 };
  const stores: Readonly<Record<string, PlannedStore>> = {
    inline: { kind: 'inline cache', uri: 'dotenv://src.env', credentials: {}, cache },
    chain: { kind: 'fallback', route: routeOf('first', 'dotenv://second.env'), cache },
    first: leaf('dotenv://first.env', { template: { item: 'T_{key}' } }),
  };
  const plan = (route: readonly string[], more = {}) => planOf({ stores, secrets: { A: stored({ route, ...more }) } });

  test('are taken apart, each store with its own address', () => {
    const through = linked(plan(['chain']));
    expect(chain(through, 'A')).toEqual(['dotenv://first.env T_A', 'dotenv://second.env <A>']);
    const step = read(through, 'A');
    expect(urisOf(through)[step.cache?.store ?? -1]).toBe('dotenv://cache.env');
    expect(step.cache).toMatchObject({ maxAgeSeconds: 60, at: { kind: 'convention', key: 'A' } });
  });
  test('keep their entries by convention, whatever the ref', () =>
    expect(read(linked(plan(['inline'], { ref: { item: 'R' } })), 'A').cache?.at).toMatchObject({
      kind: 'convention',
    }));
  test('stand alone', () => expect(codes(plan(['dotenv://x.env', 'inline']))).toEqual(['E0809']));
  test('that an override goes past are remembered for writes', () => {
    const past = linked(plan(['inline']), { override: 'dotenv://x.env' });
    expect(read(past, 'A')).toMatchObject({ cache: null, bypassedCache: { at: { kind: 'convention', key: 'A' } } });
    expect(read(linked(plan(['inline'])), 'A').bypassedCache).toBeNull();
  });
});

describe('what is called the provider', () => {
  const stores = { z: leaf('dotenv://z.env'), a: leaf('file:./a') };
  const plan = planOf({
    stores,
    secrets: { A: stored({ route: ['z', 'a'] }), B: stored({ route: ['a'] }), C: composed('{A}') },
  });
  const withDefault = planOf({ stores, secrets: { A: stored({ route: ['z'] }), B: stored() } });

  test('is the override, its alias expanded', () =>
    expect(linked(plan, { override: 'z' }).primaryStore).toEqual({ text: 'dotenv://z.env' }));
  test('is the smallest of the first stores', () =>
    expect(linked(plan).primaryStore).toEqual({ text: 'dotenv://z.env' }));
  test('is the default store where a secret is left to it', () => {
    const through = linked(withDefault);
    expect(through.primaryStore).toEqual({ store: urisOf(through).indexOf('dotenv://.env') });
  });
  test('is nothing where nothing is stored', () =>
    expect(linked(planOf({ secrets: { C: composed('x') } })).primaryStore).toBeNull());
  test('shows no user and no query', () => {
    const external = one({ route: ['corp://me@host/x?auth=y'] });
    const result = link(external, choice(), user(), new Set(['corp']));
    expect(result.kind === 'linked' && result.plan.primaryStore).toEqual({ text: 'corp://host/x' });
  });
});

describe('order', () => {
  test('is front to back, ties by name', () => {
    const plan = planOf({
      secrets: {
        A: composed('{Z}{M}'),
        B: stored(),
        M: composed('{B}'),
        S: derived('B', ['x']),
        Z: composed('{M}'),
      },
    });
    expect(linked(plan).finish.map(({ secret }) => secret)).toEqual(['M', 'Z', 'A', 'S']);
  });
  test('of a chain of 10,000 needs no stack', () => {
    const links = Array.from({ length: 10_000 }, (_, index) => [
      `S${index}`,
      index === 0 ? stored() : composed(`{S${index - 1}}`),
    ]);
    const { finish } = linked(planOf({ secrets: Object.fromEntries(links) }));
    expect(finish).toHaveLength(9_999);
    expect(finish.at(-1)?.secret).toBe('S9999');
  });
});

test('groups are judged over visible members, at least one before exactly one', () => {
  const member = (atLeastOne: string[], exactlyOne: string[]) => stored({ presence: { atLeastOne, exactlyOne } });
  const plan = planOf({
    secrets: { A: member(['z'], ['a']), B: member(['z'], ['a']), C: member(['z'], []) },
    scopes: { s: ['A', 'C'] },
  });
  expect(linked(plan, { scope: 's' }).groups).toEqual([
    { name: 'z', mode: 'at_least_one', members: ['A', 'C'] },
    { name: 'a', mode: 'exactly_one', members: ['A'] },
  ]);
});

test('names that every object has are names like any other', () => {
  const plan = planOf({ secrets: { __proto__: stored(), constructor: stored() } as never, scopes: {} });
  expect(linked(plan).reads.map(({ secret }) => secret)).toEqual(['constructor']);
});
