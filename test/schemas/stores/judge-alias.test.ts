/** Aliases: specs, templates, credentials and caches (spec 2.14, semantics 10.1 and 11). */
import { describe, expect, test } from '@jest/globals';
import { type Named, named } from '#schemas/named.js';
import type { Coordinates, CredentialSource, Naming, PlannedStore, StoreRef } from '#schemas/plan.js';
import { faultWords, type StoreFault } from '#schemas/stores/judge.js';
import { aliasFaults } from '#schemas/stores/judge-alias.js';
import { aloneFaults } from '#schemas/stores/judge-cache.js';
import { namingFaults } from '#schemas/stores/judge-naming.js';
import type { PathNames } from '#schemas/stores/path-placeholders.js';
import { allStores, projectStores } from '#schemas/stores/store-table.js';
import { schemesThat } from '../../helpers/provider-lists.js';

const uri = (text: string): StoreRef => ({ kind: 'uri', uri: text });
const alias = (name: string): StoreRef => ({ kind: 'alias', name });
const open = (name: string): StoreRef => ({ kind: 'open', name });
const none: Named<CredentialSource> = named([]);
const leaf = (text: string, template?: Coordinates): PlannedStore => ({
  kind: 'leaf',
  uri: text,
  credentials: none,
  ...(template && { template }),
});
const signedIn = (text: string, credential: string, source: CredentialSource): PlannedStore => ({
  kind: 'leaf',
  uri: text,
  credentials: named([[credential, source]]),
});
const cache = (store: StoreRef) => ({ store, maxAgeSeconds: 60 });
const inline = (text: string, store: StoreRef): PlannedStore => ({
  kind: 'inline cache',
  uri: text,
  credentials: none,
  cache: cache(store),
});
const fallback = (route: readonly StoreRef[], store: StoreRef): PlannedStore => ({
  kind: 'fallback',
  route,
  cache: cache(store),
});

const USERS: readonly PathNames[] = [{ project: 'shop', profile: 'default' }];

/** The kinds of fault of alias `a`, each with the key path it stands at. */
function judged(
  stores: Record<string, PlannedStore>,
  user = false,
  users: readonly PathNames[] = USERS,
): readonly string[] {
  const table = user ? allStores(stores) : projectStores(stores);
  const store = stores['a'];
  if (store === undefined) throw new Error('no alias a');
  return aliasFaults('a', store, table, users).map(({ fault, path }) => `${fault.kind} at ${path.join('.')}`);
}

describe('paths that are filled in', () => {
  const inProfiles = (...profiles: string[]) => profiles.map((profile) => ({ project: 'shop', profile }));
  test('with other braces', () => {
    for (const spec of ['dotenv:.env.{key}', 'dotenv:{', 'file:./{a}/x', 'dotenv:a}'])
      expect(judged({ a: leaf(spec) })).toEqual(['shape at uri']);
  });
  test('with names that lead elsewhere', () => {
    const a = leaf('dotenv:.env.{profile}');
    expect(judged({ a }, false, inProfiles('default', 'a/b'))).toEqual(['shape at uri']);
    expect(judged({ a: leaf('dotenv:.env.{project}') }, false, inProfiles('default', 'a/b'))).toEqual([]);
  });
  test('a cache is what it caches in one profile', () => {
    const a = inline('dotenv:.env.{profile}', uri('dotenv:./.env.production'));
    expect(judged({ a }, false, inProfiles('default', 'production'))).toEqual([
      'cache-is-authoritative at cache.provider',
    ]);
    expect(judged({ a }, false, inProfiles('default', 'staging'))).toEqual([]);
  });
  test('patterns of a keyring that meet in one profile', () => {
    const a = inline('keyring://x/{project}/{key}', uri('keyring://x/{profile}/{key}'));
    expect(judged({ a }, false, inProfiles('default', 'shop'))).toEqual(['cache-is-authoritative at cache.provider']);
    expect(judged({ a }, false, inProfiles('default'))).toEqual([]);
  });
});

describe('leaves', () => {
  test('sound', () => expect(judged({ a: leaf('keyring', { item: '{project}', field: '{key}' }) })).toEqual([]));
  test('a spec', () => expect(judged({ a: leaf('env://NAME') })).toEqual(['shape at uri']));
  test('a password hides the rest', () => {
    expect(judged({ a: signedIn('dotenv://u:p@x?y', 'nope', { store: uri('env') }) })).toEqual(['password at uri']);
  });
  test('a template coordinate', () => {
    expect(judged({ a: leaf('dotenv', { item: '{key}', field: 'f' }) })).toEqual(['coordinate at ref.field']);
  });
  test('a missing template coordinate', () => {
    expect(judged({ a: leaf('vault://h', { item: '{key}' }) })).toEqual(['coordinate at ref.field']);
  });
  test('the item of a template is a pattern', () =>
    expect(judged({ a: leaf('dotenv', { item: 'x {key}' }) })).toEqual([]));
});

describe('credentials', () => {
  const bound = (credential: string, source: CredentialSource, more: Record<string, PlannedStore> = {}) =>
    judged({ a: signedIn('vault://h', credential, source), ...more });
  test('sound', () => expect(bound('token', { store: uri('keyring') })).toEqual([]));
  test('an unknown name', () =>
    expect(bound('VAULT_TOKEN', { store: uri('env') })).toEqual(['credential at credentials.VAULT_TOKEN']));
  test('one hop', () => {
    const b = signedIn('bws://x', 'access_token', { store: uri('env') });
    expect(bound('token', { store: alias('b') }, { b })).toEqual(['more-than-one-hop at credentials.token']);
  });
  test('no cache', () => {
    const b = inline('keyring', uri('dotenv:c'));
    expect(bound('token', { store: alias('b') }, { b })).toEqual(['credential-from-cached at credentials.token']);
  });
  test('coordinates of the source', () => {
    expect(bound('token', { store: uri('env'), ref: { item: 'T', field: 'f' } })).toEqual([
      'coordinate at credentials.token',
    ]);
  });
  test('what only link knows is left to link', () => expect(bound('token', { store: open('team') })).toEqual([]));
  test('external providers name their own', () => {
    const a = signedIn('mine://x', 'my_token', { store: uri('env') });
    expect(judged({ a })).toEqual([]);
    expect(judged({ a: signedIn('mine://x', 'MY_TOKEN', { store: uri('env') }) })).toEqual([
      'credential at credentials.MY_TOKEN',
    ]);
  });
});

describe('caches', () => {
  const at = 'cache.provider';
  test('sound', () => expect(judged({ a: inline('dotenv:src.env', uri('dotenv:cache.env')) })).toEqual([]));
  test('another pattern of one keyring', () => {
    expect(judged({ a: inline('keyring', uri('keyring://cache/{key}')) })).toEqual([]);
  });
  test.each(['env', 'null', 'sops', 'fly://app', 'vault://h?kv=1'])('%s cannot be one', (text) => {
    expect(judged({ a: inline('dotenv', uri(text)) })).toHaveLength(1);
  });
  test('version 2 of a mount can', () => expect(judged({ a: inline('dotenv', uri('vault://h')) })).toEqual([]));
  test('a scheme nobody here knows may', () => expect(judged({ a: inline('dotenv', uri('mine://h')) })).toEqual([]));
  test('the source itself', () => {
    expect(judged({ a: inline('dotenv://src.env', uri('dotenv:./src.env')) })).toEqual([
      `cache-is-authoritative at ${at}`,
    ]);
  });
  test('one of the fallback', () => {
    const a = fallback([open('env'), alias('b')], uri('dotenv:src.env'));
    expect(judged({ a, b: leaf('dotenv://src.env') })).toEqual([`cache-is-authoritative at ${at}`]);
  });
  test('nested in the fallback', () => {
    const a = fallback([uri('env'), alias('b')], uri('dotenv:other.env'));
    expect(judged({ a, b: inline('env', uri('dotenv:c')) })).toEqual(['cached-nested at fallback.1']);
  });
  test('nested as the cache', () => {
    const a = inline('env', alias('b'));
    expect(judged({ a, b: inline('env', uri('dotenv:c')) })).toEqual([`cached-nested at ${at}`]);
  });
  test('a spec of the fallback', () => {
    expect(judged({ a: fallback([uri('env'), uri('file')], uri('dotenv:c')) })).toEqual(['shape at fallback.1']);
  });
  test('an open name is decided when linked', () => {
    const a = inline('dotenv', open('env'));
    expect(judged({ a })).toEqual([]);
    expect(judged({ a }, true)).toEqual([`cache-cannot-delete at ${at}`]);
  });
  test('the words name what can be one', () => {
    const able = [...schemesThat(({ read, write, remove }) => read && write !== 'no' && remove)].sort();
    expect(able).toEqual(expect.arrayContaining(['dotenv', 'keyring']));
    expect(able).not.toContain('kdbx');
    const fault: StoreFault = { kind: 'cache-cannot-delete', shown: 'env', able };
    const [found] = aliasFaults('a', inline('dotenv', uri('env')), projectStores(named([])), USERS);
    expect(found?.fault).toEqual(fault);
    expect(faultWords(fault)).toMatchObject({
      help: `use one of ${able.map((scheme) => `\`${scheme}\``).join(', ')}`,
    });
  });
});

describe('a cached alias stands alone', () => {
  const table = projectStores({ c: inline('env', uri('dotenv:c')), d: leaf('dotenv') });
  test('alone', () => expect(aloneFaults([alias('c')], table)).toEqual([]));
  test('first', () =>
    expect(aloneFaults([alias('c'), uri('file:./s')], table)).toEqual([
      { kind: 'cached-not-alone', name: 'c', fallback: ['env', 'file:./s'] },
    ]));
  test('last', () =>
    expect(aloneFaults([alias('d'), alias('c')], table)).toEqual([
      { kind: 'cached-not-alone', name: 'c', fallback: ['d', 'env'] },
    ]));
  test('others may be together', () => expect(aloneFaults([alias('d'), uri('env')], table)).toEqual([]));
});

describe('what a secret says of its addresses', () => {
  const stores = {
    c: fallback([alias('d'), uri('keyring')], uri('dotenv:c')),
    d: leaf('dotenv'),
    v: leaf('vault://h'),
  };
  const words = (naming: Naming, route: readonly StoreRef[], table = projectStores(stores)) =>
    namingFaults(naming, route, table).map((fault) => faultWords(fault).message);
  const ref = (at: Coordinates): Naming => ({ kind: 'ref', at });
  const refs = (name: string, at: Coordinates): Naming => ({ kind: 'refs', by: named([[name, at]]) });

  test('convention is honoured everywhere', () => expect(words({ kind: 'convention' }, [alias('v')])).toEqual([]));
  test.each(['field', 'vault', 'section', 'version'] as const)('%s on dotenv', (name) => {
    const [message] = words(ref({ item: 'X', [name]: 'f' }), [uri('dotenv://x.env')]);
    expect(message).toBe(`\`dotenv://x.env\` does not support the coordinate \`${name}\``);
  });
  test('wherever the store stands', () => {
    expect(words(ref({ item: 'X', field: 'f' }), [uri('keyring'), alias('d')])).toEqual([
      '`dotenv` does not support the coordinate `field`',
    ]);
  });
  test('behind a cache too', () => {
    expect(words(ref({ item: 'X', field: 'f' }), [alias('c')])).toEqual([
      '`dotenv` does not support the coordinate `field`',
    ]);
  });
  test('a required one', () => {
    expect(words(ref({ item: 'X' }), [alias('v')])).toEqual([
      '`vault://h` needs the coordinate `field` in addition to `item`',
    ]);
  });
  test('a section needs a field', () => {
    expect(words(ref({ item: 'X', section: 's' }), [uri('onepassword')])).toEqual([
      '`section` has no effect in `onepassword` without `field`',
    ]);
  });
  test('the store that keeps nothing takes all', () => {
    expect(words(ref({ item: 'X', field: 'a', vault: 'b', section: 'c', version: 'd' }), [uri('null')])).toEqual([]);
  });
  test('an unknown store is not judged', () =>
    expect(words(ref({ item: 'X', field: 'f' }), [uri('mine://x'), open('team')])).toEqual([]));
  test('blank', () => expect(words(ref({ item: ' ' }), [uri('mine://x')])).toEqual(['coordinate `item` is blank']));
  test.each([
    ['file:./s', '../x', '`..`'],
    ['file:./s', '/etc/hostname', 'absolute'],
    ['file:./s', 'a//b', 'empty part'],
    ['file:./s', 'a/../b', '`..`'],
    ['file:./s', './a', '`.`'],
    ['file:./s', 'a/', 'empty part'],
    ['file:./s', 'a\\b', 'backslash'],
    ['dotenv', 'with space', 'with space'],
    ['dotenv', 'A=B', 'not a valid dotenv key'],
    ['dotenv', 'A#B', 'not a valid dotenv key'],
    ['env', 'A=B', 'not a valid variable name'],
  ])('%s holds no item %j', (store, item, problem) => {
    const messages = words(ref({ item }), [uri(store)]);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(problem);
  });
  test.each([
    ['file:./s', 'deep/er/name.txt'],
    ['file:./s', '{key}'],
    ['dotenv', '1LEADING'],
    ['dotenv', 'a-b.café'],
    ['env', 'any thing'],
  ])('%s holds %j', (store, item) => expect(words(ref({ item }), [uri(store)])).toEqual([]));

  test('refs of an alias', () => {
    expect(words(refs('d', { item: 'X', field: 'f' }), [alias('v')])).toEqual([
      '`dotenv` does not support the coordinate `field`',
    ]);
  });
  test('refs of a cached alias', () => {
    expect(words(refs('c', { item: 'X' }), [])).toEqual(['`refs` has an entry for the cached alias `c`']);
  });
  test('refs of nobody may be of a user', () => expect(words(refs('ghost', { item: 'X' }), [])).toEqual([]));
  test('refs of nobody at all', () => {
    expect(words(refs('ghost', { item: 'X' }), [], allStores(stores))).toEqual([
      '`ghost` is neither an alias nor a provider',
    ]);
  });
  test('the name of a provider is no alias', () => {
    expect(words(refs('dotenv', { item: 'X' }), [], allStores(stores))).toHaveLength(1);
  });
  test('the advice is the entry of one store', () => {
    const [fault] = namingFaults(ref({ item: 'X', field: 'f' }), [uri('dotenv')], projectStores(stores));
    expect(fault && faultWords(fault).help).toContain('refs = { ALIAS = { item = "X" } }');
  });
});
