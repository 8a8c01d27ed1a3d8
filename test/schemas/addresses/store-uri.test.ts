/** The grammar of store specs (semantics 3.3, providers-local 1.1). */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  filePathOf,
  parseStoreUri,
  renderFileUri,
  renderStoreUri,
  type StoreUri,
} from '#schemas/addresses/store-uri.js';
import { tried } from '../../helpers/thoroughness.js';

/** Scheme and location of a spec, or what is malformed about it. */
function read(text: string): string {
  const uri = parseStoreUri(text);
  if (uri.kind === 'malformed') return `malformed: ${uri.problem}`;
  return `${uri.scheme} ${filePathOf(uri)}`.trim();
}

const query = (text: string) => {
  const uri = parseStoreUri(text);
  return uri.kind === 'uri' ? Object.fromEntries(uri.query) : null;
};

describe('spellings of a location', () => {
  test.each([
    ['keyring', 'keyring'],
    ['keyring:', 'keyring'],
    ['keyring://', 'keyring'],
    ['KeyRing', 'keyring'],
    ['dotenv:.env.prod', 'dotenv .env.prod'],
    ['dotenv://.env.prod', 'dotenv .env.prod'],
    ['dotenv:/abs/.env', 'dotenv /abs/.env'],
    ['dotenv:///abs/.env', 'dotenv /abs/.env'],
    ['dotenv://config/.env.local', 'dotenv config/.env.local'],
    ['dotenv:~/x/.env', 'dotenv ~/x/.env'],
    ['kdbx:./x.kdbx', 'kdbx ./x.kdbx'],
    ['file://./dir', 'file ./dir'],
    ['dotenv:C:\\x\\y.env', 'dotenv C:/x/y.env'],
    ['dotenv://C:/x/y.env', 'dotenv C:/x/y.env'],
    ['dotenv:\\\\server\\share\\y.env', 'dotenv //server/share/y.env'],
    ['dotenv:////server/share/y.env', 'dotenv //server/share/y.env'],
    ['file:///C:/x', 'file /C:/x'],
    ['dotenv:a b.env', 'dotenv a b.env'],
    ['dotenv:a%20b.env', 'dotenv a b.env'],
    ['dotenv:caf%C3%A9.env', 'dotenv café.env'],
    ['dotenv:100%.env', 'dotenv 100%.env'],
    ['dotenv:a%40b/%23%3F.env', 'dotenv a@b/#?.env'],
    ['dotenv:a/../b//./c', 'dotenv a/../b//./c'],
    ['keyring://{project}/{Profile}', 'keyring {project}/{Profile}'],
    ['vault://[::1]:8200/secret', 'vault [::1]:8200/secret'],
  ])('%s', (text, expected) => expect(read(text)).toBe(expected));
});

describe('malformed', () => {
  test.each([
    ['', 'does not start'],
    [' keyring', 'does not start'],
    ['.env', 'does not start'],
    ['a b', 'does not start'],
    ['://x', 'does not start'],
    ['ejson:f#x', 'fragment'],
    ['dotenv:%ff', 'UTF-8'],
    ['dotenv:?a=%c3', 'UTF-8'],
    ['dotenv:a%00b', 'NUL'],
    ['dotenv:\ud800', 'Unicode'],
    ['vault://user:pa/ss@host', '%40'],
    ['vault://user:pa?ss@host', '%40'],
  ])('%j', (text, problem) => expect(read(text)).toContain(`${problem}`));
});

test('a spec that does not parse is shown without credentials', () => {
  expect(parseStoreUri('vault://user:pa/ss@host')).toMatchObject({ kind: 'malformed' });
});

describe('userinfo', () => {
  const userinfo = (text: string) => {
    const uri = parseStoreUri(text);
    return uri.kind === 'uri' ? uri.userinfo : null;
  };
  test('a user', () => expect(userinfo('awssm://prod@us-east-1')).toEqual({ user: 'prod', password: null }));
  test('is decoded', () => expect(userinfo('vault://ns%2Fteam@h')).toEqual({ user: 'ns/team', password: null }));
  test('an empty password is one', () => expect(userinfo('x://u:@h')).toEqual({ user: 'u', password: '' }));
  test('ends at the last @', () => expect(userinfo('x://u:p@q@h')).toEqual({ user: 'u', password: 'p@q' }));
  test('the short form has it too', () => expect(userinfo('dotenv:me:pw@x')).toEqual({ user: 'me', password: 'pw' }));
  test('an @ of the path is none', () => expect(userinfo('dotenv:./a@b')).toBeNull());
});

describe('options', () => {
  test('a plus sign is a blank', () => expect(query('x://?a=b+c%2Bd')).toEqual({ a: 'b c+d' }));
  test('the first of two wins', () => expect(query('x://?a=1&a=2')).toEqual({ a: '1' }));
  test('empty is absent', () => expect(query('x://?a=&b&c=1')).toEqual({ c: '1' }));
  test('an empty first one wins too', () => expect(query('x://?a=&a=2')).toEqual({}));
  test('a value may hold = and ?', () => expect(query('x://?t=a=b?c')).toEqual({ t: 'a=b?c' }));
  test('all are kept as written', () => {
    expect(parseStoreUri('x://?a=&a=2')).toMatchObject({
      queryPairs: [
        ['a', ''],
        ['a', '2'],
      ],
    });
  });
});

const hasPassword = (uri: StoreUri) => uri.userinfo !== null && uri.userinfo.password !== null;

const specLike = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[ax]?(:|:\/|:\/\/)?[a:@/?#%=&. C\\40é{}+]{0,16}$/),
);

test('parsing never throws', () => {
  fc.assert(
    fc.property(specLike, (text) => ['uri', 'malformed'].includes(parseStoreUri(text).kind)),
    { numRuns: tried(2000) },
  );
});

test('rendering is idempotent and keeps the meaning', () => {
  const property = fc.property(specLike, (text) => {
    const uri = parseStoreUri(text);
    if (uri.kind === 'malformed' || hasPassword(uri)) return;
    const again = parseStoreUri(renderStoreUri(uri));
    expect(again).toEqual({ ...uri, written: renderStoreUri(uri), spelled: expect.any(String) });
  });
  fc.assert(property, { numRuns: tried(2000) });
});

test.each([
  ['C:\\shop\\.env', 'dotenv:C:/shop/.env'],
  ['\\\\server\\share/.env', 'dotenv:////server/share/.env'],
  ['/srv/a\\b', 'dotenv:/srv/a%5Cb'],
])('%s is shown as %s, which means the same', (path, shown) => {
  expect(renderFileUri('dotenv', path)).toBe(shown);
  const read = parseStoreUri(shown);
  expect(read.kind === 'uri' && filePathOf(read)).toBe(path.startsWith('/') ? path : path.replaceAll('\\', '/'));
});

test('a long spec is read in time that grows with its length', () => {
  for (const filler of ['a', ':', '@', '/', '%', '&', '=', '#', '?', '%41', '\\', '{']) {
    expect(['uri', 'malformed']).toContain(parseStoreUri(`x://${filler.repeat(200_000)}`).kind);
  }
});
