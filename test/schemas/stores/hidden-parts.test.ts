/** What is never shown of addresses, in every spelling (semantics 0.1, spec 5.2). */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { providers } from '#schemas/providers/index.js';
import { hiddenParts, holdsCredential, withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { parseStoreUri, renderFileUri, renderStoreUri } from '#schemas/addresses/store-uri.js';
import { SPELLINGS } from '../../helpers/credential-spellings.js';
import { tried } from '../../helpers/thoroughness.js';

const CANARY = 'canary-0451';

describe('credentials', () => {
  test.each(SPELLINGS.map((spelling) => spelling(CANARY)))('%s', (text) => {
    expect(withoutCredentials(text)).not.toContain('canary');
    expect(holdsCredential(text)).toBe(true);
    for (const around of ['`', '"', "'", '(', ' ', ', ', '="', '{"url":"']) {
      expect(withoutCredentials(`before${around}${text}${around} after`)).not.toContain('canary');
    }
  });
});

describe('what might be one is hidden, and allowed', () => {
  test.each([
    ['vault://me:1234/x@host', 'vault://me:***@host'],
    ['vault://me:1234?x@host', 'vault://me:***@host'],
    ['doppler://x@project', 'doppler://***@project'],
    ['acme://h?region=x&zone=y', 'acme://h?region=***&zone=***'],
    ['acme://h/a:b@c', 'acme://h/a:***@c'],
    ['dotenv://.env?x%3Dy', 'dotenv://.env?x%3D***'],
    ['https://example.org/?page=2', 'https://example.org/?page=***'],
  ])('%s', (text, shown) => {
    expect(withoutCredentials(text)).toBe(shown);
    expect(holdsCredential(text)).toBe(false);
  });
});

describe('what is left', () => {
  test.each([
    ['x://u:p@h/q?r', 'x://u:***@h/q?r'],
    ['x://:p@h', 'x://:***@h'],
    ['x://u:a#b@h', 'x://u:***@h'],
    ['onepassword+token://x@Vault', 'onepassword+token://***@Vault'],
    ['sops:x.yaml?age_key=x&format=yaml', 'sops:x.yaml?age_key=***&format=yaml'],
    ['bw://?server=https%3A%2F%2Fme%3Ax%40host&org=o', 'bw://?server=https%3A%2F%2Fme%3A***%40host&org=o'],
    ['["a://u:p@h", "b://v:q@i", "c://w"]', '["a://u:***@h", "b://v:***@i", "c://w"]'],
    ['# see a://u:p@h or b://v:q@i', '# see a://u:***@h or b://v:***@i'],
    ['postgres://${U}:${P:-secret}@db', 'postgres://${U}:***@db'],
  ])('%s', (text, shown) => expect(withoutCredentials(text)).toBe(shown));
});

describe('nothing is hidden of', () => {
  test.each([
    '',
    'keyring',
    'vault://ns@h:8200/secret?role=x&auth=jwt',
    'vault://[::1]:8200/secret?role=x',
    'bws://vault.example%3A8443@UUID',
    'awssm://prod@eu-west-1?tag.team=platform',
    'age:x.age?identity=~/key.txt',
    'dotenv:/home/a:b@c/.env',
    'dotenv:C:\\a@b',
    'dotenv:/a%3Ab%40c%3Fx%3Dy%23/.env',
    'keyring://team:x%40y/{key}',
    'x://u@h:80/a@b',
    'C:/Users/a:b@c',
    'postgres://${U}:${P}@db/shop?password=${PW}',
    'dotenv://.env # ask me@example.org',
    'me@example.org',
    'owners: me@example.org',
    'git@github.com:org/repo',
    'add `?format=yaml`, or write (`?format=x`)',
    'export A=1',
  ])('%s', (text) => expect(withoutCredentials(text)).toBe(text));
});

const specLike = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^(ax|dotenv|vault|onepassword\+token)?(:|:\/|:\/\/)?[a:@/?#%=&. "C\\40é{}+]{0,16}$/),
);

test('hidden parts are in order, without overlaps, and none is empty', () => {
  const property = fc.property(specLike, (text) => {
    const parts = hiddenParts(text);
    parts.forEach(({ start, end }, index) => {
      expect(start).toBeLessThan(end);
      expect(start).toBeGreaterThanOrEqual(parts[index - 1]?.end ?? 0);
    });
  });
  fc.assert(property, { numRuns: tried(2000) });
});

const part = fc.stringMatching(/^[a-z0-9.-]{1,8}$/);
const password = fc.stringMatching(/^[A-Z0-9!$%&'()*+,;=:@[\]^`{|}~ "<>\\-]{4,12}$/).map((text) => `canary-${text}`);

test('no password is kept', () => {
  const property = fc.property(
    part,
    part,
    password,
    part,
    fc.constantFrom(':', '://'),
    (scheme, user, secret, host, colon) => {
      const text = `${scheme}${colon}${user}:${secret}@${host}/path`;
      expect(withoutCredentials(text)).not.toContain('canary-');
      const uri = parseStoreUri(text);
      expect(uri.kind === 'uri' ? renderStoreUri(uri) : uri.problem).not.toContain('canary-');
    },
  );
  fc.assert(property, { numRuns: tried(1000) });
});

test('nor the value of an option that is not known', () => {
  const property = fc.property(fc.constantFrom(...Object.keys(providers)), part, password, (scheme, option, secret) => {
    fc.pre(!Object.hasOwn(providers[scheme as keyof typeof providers].uri.query, option));
    expect(withoutCredentials(`${scheme}://x?${option}=${secret.replace(/[&;]/gu, '')}`)).not.toContain('canary-');
  });
  fc.assert(property, { numRuns: tried(1000) });
});

test('what is shown of a path is an address of the same store', () => {
  const path = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed() && !text.includes('\0'));
  const special = fc.stringMatching(/^[ %#?@:;&=+~{}"'\\éß漢/.a-c]{0,12}$/u);
  const property = fc.property(fc.constantFrom('dotenv', 'file'), fc.oneof(path, special), (scheme, text) => {
    const shown = renderFileUri(scheme as 'dotenv' | 'file', `/${text}`);
    expect(shown).toMatch(/^[!-~]+$/u);
    expect(withoutCredentials(shown)).toBe(shown);
    expect(parseStoreUri(shown)).toMatchObject({ scheme, authority: '', path: `/${text}`, userinfo: null });
  });
  fc.assert(property, { numRuns: tried(2000) });
});

test.each(['a://b:c', 'a://', '://', ':', '"', "'", 'a', 'a:', '?a=', '@', '%3A', '%25', 'a:%40 ', 'vault://h?role=%'])(
  'a long text of %j is read',
  (text) => {
    const long = text.repeat(200_000);
    expect(hiddenParts(`${long}@`).length).toBeLessThan(2);
    expect(hiddenParts(`@${long}`).length).toBeLessThan(2);
    expect(hiddenParts(text.repeat(2_000)).length).toBeLessThan(5_000);
  },
);

test.each(['?', '#', '&', ';', '?#;&'])('a secret with %s in the value of an option is hidden to its end', (mark) => {
  const text = `vault://h/x?token=ab${mark}canary-tail&field=shown`;
  expect(withoutCredentials(text)).toBe('vault://h/x?token=***&field=shown');
});

test('a scheme of one letter with slashes is no drive', () =>
  expect(withoutCredentials('x:///user:canary-pass@host/a')).not.toContain('canary-'));

test.each(['"', "'"])('a quoted address with a blank in its password, quoted by %s', (quote) =>
  expect(withoutCredentials(`read from ${quote}postgres://u:canary w@h/db${quote} by hand`)).toBe(
    `read from ${quote}postgres://u:***@h/db${quote} by hand`,
  ),
);
