import { expect, test } from '@jest/globals';
import type { Facts } from '#runtime/analysis/completion/facts.js';
import { candidatesAt } from '#runtime/cli/completion/candidates.js';
import type { Offer, Position } from '#runtime/cli/completion/position.js';
import { named } from '#schemas/named.js';
import type { Plan, PlanSecret } from '#schemas/plan.js';
import { NO_USER_CONFIG } from '#schemas/user-config.js';

const secret = (description: string, inProfiles: PlanSecret['in'], uri?: string): PlanSecret => ({
  in: inProfiles,
  description,
  presence: 'required',
  deliver: 'value',
  source: {
    kind: 'stored',
    route: uri === undefined ? 'profile' : [{ kind: 'uri', uri }],
    naming: { kind: 'convention' },
    whenMissing: { kind: 'default', text: 'canary-from-default' },
  },
});

const PLAN: Plan = {
  format: 1,
  project: { name: 'shop', requireReason: false },
  profiles: named([
    ['default', { route: [{ kind: 'uri', uri: 'dotenv://.env' }] }],
    ['production', { route: null }],
  ]),
  stores: named([['team', { kind: 'leaf', uri: 'vault://token@host/kv?password=canary-in-address', credentials: {} }]]),
  secrets: named([
    ['DB_URL', [secret('Only here', { except: ['production'] }), secret('In production', { only: ['production'] })]],
    ['LOCAL', [secret('Local', { only: ['default'] }, 'file:./secrets')]],
    ['TOKEN', [secret('Token', 'all', 'vault://x:canary-password@host/kv')]],
  ]),
  scopes: named([['worker', ['DB_URL']]]),
};

const FACTS: Facts = {
  plan: async () => PLAN,
  user: async () => ({
    ...NO_USER_CONFIG,
    aliases: named([['mine', { kind: 'leaf', uri: 'keyring', credentials: {} }]]),
  }),
  codes: async () => [
    ['E0203', 'unknown key'],
    ['W0604', 'plain-text store in production'],
  ],
  paths: (typed) => [{ text: `${typed}file` }],
  storePaths: (typed) => [{ text: `${typed}store` }],
  executables: () => [{ text: 'npm' }],
  revisions: () => ['HEAD', 'main'],
};
const NOTHING: Facts = { ...FACTS, plan: async () => null, user: async () => null };

const position = (kind: Exclude<Offer['kind'], 'fixed'>, typed = '', more: Partial<Position> = {}): Position => ({
  head: '',
  typed,
  offers: [{ kind }],
  file: null,
  profile: null,
  given: [],
  ...more,
});
const textsAt = async (at: Position, facts = FACTS) => (await candidatesAt(at, facts)).map(({ text }) => text);

test('secrets of all profiles, with their first description', async () => {
  expect(await candidatesAt(position('secrets'), FACTS)).toEqual([
    { text: 'DB_URL', description: 'Only here' },
    { text: 'LOCAL', description: 'Local' },
    { text: 'TOKEN', description: 'Token' },
  ]);
});

test('secrets of the profile that is given, with what they mean there', async () => {
  expect(await candidatesAt(position('secrets', '', { profile: 'production' }), FACTS)).toEqual([
    { text: 'DB_URL', description: 'In production' },
    { text: 'TOKEN', description: 'Token' },
  ]);
});

test('all secrets if the manifest does not have that profile', async () => {
  expect(await textsAt(position('secrets', '', { profile: 'elsewhere' }))).toHaveLength(3);
});

test('no secret twice', async () =>
  expect(await textsAt(position('secrets', '', { given: ['LOCAL'] }))).toEqual(['DB_URL', 'TOKEN']));

test('what starts as typed; if nothing does, in other letter case', async () => {
  expect(await textsAt(position('secrets', 'DB'))).toEqual(['DB_URL']);
  expect(await textsAt(position('secrets', 'to'))).toEqual(['TOKEN']);
  expect(await textsAt(position('secrets', 'x'))).toEqual([]);
});

test('profiles and scopes', async () => {
  expect(await textsAt(position('profiles'))).toEqual(['default', 'production']);
  expect(await textsAt(position('scopes'))).toEqual(['worker']);
});

test('aliases of the manifest and of the user, without credentials of their addresses', async () => {
  const found = await candidatesAt(position('aliases'), FACTS);
  expect(found.map(({ text }) => text)).toEqual(['mine', 'team']);
  expect(JSON.stringify(found)).not.toContain('canary');
});

test('stores: aliases, addresses in the manifest without credentials, providers', async () => {
  const found = await candidatesAt(position('stores'), FACTS);
  const texts = found.map(({ text }) => text);
  expect(texts.slice(0, 4)).toEqual(['mine', 'team', 'dotenv://.env', 'file:./secrets']);
  expect(texts).toEqual(expect.arrayContaining(['keyring', 'file:', 'vault://']));
  expect(JSON.stringify(found)).not.toContain('canary');
});

test('paths after the scheme of a store of files', async () => {
  expect(await textsAt(position('stores', 'dotenv://.l'))).toEqual(['dotenv://.lstore']);
  expect(await textsAt(position('stores', 'file:a/'))).toEqual(['file:a/store']);
  expect(await textsAt(position('stores', 'vault://a/'))).toEqual([]);
});

test('codes; of warnings alone where only those count', async () => {
  expect(await textsAt(position('codes'))).toEqual(['E0203', 'W0604']);
  expect(await textsAt(position('warnings'))).toEqual(['W0604']);
});

test('revisions, then paths', async () =>
  expect(await textsAt(position('revisions'))).toEqual(['HEAD', 'main', 'file']));

test('without a manifest and a user configuration: providers are left', async () => {
  for (const kind of ['secrets', 'profiles', 'scopes', 'aliases'] as const)
    expect(await textsAt(position(kind), NOTHING)).toEqual([]);
  expect(await textsAt(position('stores', 'key'), NOTHING)).toEqual(['keyring']);
});
