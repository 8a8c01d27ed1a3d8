/** What each edit of a chain, an address or an alias changes. */
import { describe, test } from '@jest/globals';
import { alias, all, compiledBases, type EditCase, expectChanges, secret } from '../../../helpers/single-edit.js';

const EDITS: readonly EditCase[] = [
  [
    'a store at the end',
    secret('T', { providers: ['t1', 'tteam', 't2'] }),
    all({ kind: 'store-added', secret: 'T', store: 't2' }),
  ],
  [
    'a store at the start',
    secret('T', { providers: ['t2', 't1', 'tteam'] }),
    all({ kind: 'store-added', severity: 'danger', secret: 'T', store: 't2' }),
  ],
  [
    'a store less at the end',
    secret('T', { providers: ['t1'] }),
    all({ kind: 'store-removed', secret: 'T', store: 'tteam' }),
  ],
  [
    'a store less at the start',
    secret('T', { providers: ['tteam'] }),
    all({ kind: 'store-removed', severity: 'danger', secret: 'T', store: 't1' }),
  ],
  [
    'stores the other way round',
    secret('T', { providers: ['tteam', 't1'] }),
    all({ kind: 'stores-reordered', severity: 'danger', secret: 'T', from: ['t1', 'tteam'], to: ['tteam', 't1'] }),
  ],
  [
    'a store of its own',
    secret('T_PLAIN', { providers: ['t1'] }),
    all({ kind: 'store-added', severity: 'danger', secret: 'T_PLAIN', store: 't1' }),
  ],
  [
    'stores for all profiles',
    ({ defaults }) => Object.assign(defaults, { providers: ['t1'] }),
    all({ kind: 'store-added', severity: 'danger', store: 't1' }),
  ],
  [
    'stores for one profile',
    ({ profiles }) => Object.assign(profiles['tlive'] ?? {}, { defaults: { providers: ['t1'] } }),
    all({ kind: 'store-added', severity: 'danger', store: 't1', profiles: ['tlive'] }),
  ],
  [
    'another spelling in a chain',
    secret('T_NAMED', { providers: ['t2', 'env://'] }),
    all({ kind: 'store-respelled', secret: 'T_NAMED', from: 'env', to: 'env://' }),
  ],
  [
    'a name of the machine becomes an alias',
    alias('tteam', 'env'),
    all({ kind: 'store-claimed', store: 'tteam', to: 'env' }),
  ],
  [
    'an alias has another URI',
    alias('t2', 'dotenv:.env.three'),
    all({ kind: 'store-moved', store: 't2', from: 'dotenv:.env.two', to: 'dotenv:.env.three' }),
  ],
  [
    'an alias is spelled another way',
    alias('t2', 'dotenv://.env.two'),
    all({ kind: 'store-respelled', store: 't2', from: 'dotenv:.env.two', to: 'dotenv://.env.two' }),
  ],
  ['an alias is spelled as a table', alias('t2', { uri: 'dotenv:.env.two' }), []],
  [
    'a fallback becomes a leaf',
    alias('tcached', 'env'),
    all({ kind: 'store-moved', store: 'tcached', from: ['t2', 't3'], to: 'env' }),
  ],
  [
    'one fallback less',
    alias('tcached', { fallback: ['t2'], cache: { provider: 'keyring', max_age: '1h' } }),
    all({ kind: 'store-removed', store: 'tcached', from: 't3' }),
  ],
  [
    'another template',
    alias('t1', { uri: 'keyring://', ref: { item: '{key}' } }),
    all({ kind: 'address-moved', store: 't1', from: { item: '{project}/{key}' }, to: { item: '{key}' } }),
  ],
  [
    'no template',
    alias('t1', 'keyring://'),
    all({ kind: 'address-moved', store: 't1', from: { item: '{project}/{key}' } }),
  ],
  [
    'another item',
    secret('T_AT', { ref: { item: 'y' } }),
    all({ kind: 'address-moved', secret: 'T_AT', from: { item: 'x' }, to: { item: 'y' } }),
  ],
  [
    'by convention',
    secret('T_AT', { ref: undefined }),
    all({ kind: 'address-moved', secret: 'T_AT', from: { item: 'x' } }),
  ],
  [
    'another item in one store',
    secret('T_NAMED', { refs: { t2: { item: 'z' }, t3: { item: 'y' } } }),
    all({ kind: 'address-moved', secret: 'T_NAMED', store: 't2', from: { item: 'x' }, to: { item: 'z' } }),
  ],
  [
    'another item in a store that only import asks',
    secret('T_NAMED', { refs: { t2: { item: 'x' }, t3: { item: 'z' } } }),
    all({ kind: 'import-address-changed', secret: 'T_NAMED', store: 't3', from: { item: 'y' }, to: { item: 'z' } }),
  ],
  [
    'other credentials',
    alias('t3', { uri: 'onepassword://Team', credentials: { service_account_token: 'keyring' } }),
    all({
      kind: 'credentials-changed',
      store: 't3',
      from: { service_account_token: { store: 'env' } },
      to: { service_account_token: { store: 'keyring' } },
    }),
  ],
  [
    'credentials spelled another way',
    alias('t3', { uri: 'onepassword://Team', credentials: { service_account_token: 'env://' } }),
    all({ kind: 'store-respelled', store: 't3', from: 'env', to: 'env://' }),
  ],
  [
    'no cache',
    alias('tfast', 'env'),
    all({ kind: 'cache-removed', store: 'tfast', from: { store: 'keyring', maxAgeSeconds: 3600 } }),
  ],
  [
    'cached for longer',
    alias('tfast', { uri: 'env', cache: { provider: 'keyring', max_age: '2h' } }),
    all({ kind: 'cache-age-raised', store: 'tfast', from: 3600, to: 7200 }),
  ],
  [
    'cached for less long',
    alias('tcached', { fallback: ['t2', 't3'], cache: { provider: 'keyring', max_age: '1m' } }),
    all({ kind: 'cache-age-lowered', store: 'tcached', from: 3600, to: 60 }),
  ],
  [
    'cached as long, spelled another way',
    alias('tfast', { uri: 'env', cache: { provider: 'keyring', max_age: '60m' } }),
    [],
  ],
  [
    'cached elsewhere',
    alias('tfast', { uri: 'env', cache: { provider: 'dotenv:.cache', max_age: '1h' } }),
    all({ kind: 'cache-moved', store: 'tfast', from: 'keyring', to: 'dotenv:.cache' }),
  ],
  ['an alias nobody uses', alias('tnew', 'env'), all({ kind: 'alias-added', store: 'tnew', to: 'env' })],
  ['an idle alias less', alias('tidle', undefined), all({ kind: 'alias-removed', store: 'tidle', from: 'env' })],
];

const bases = compiledBases();

describe('an edit', () => {
  test.each(EDITS)('%s', async (_, edit, changes) => expectChanges(await bases, edit, changes));
});
