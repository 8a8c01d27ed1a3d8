/** Which values leave a URL as its template spells it, by the place they are inserted at. */
import { describe, expect, test } from '@jest/globals';
import { fitsUrl } from '#runtime/execute/explaining/urls/fits-url.js';
import { partsOfUrls } from '#runtime/execute/explaining/urls/parts-of-urls.js';
import type { TemplatePart } from '#schemas/plan.js';

/** `{NAME}` is a part. */
const partsOf = (template: string): readonly TemplatePart[] =>
  template.split(/(\{\w+\})/u).flatMap((text): readonly TemplatePart[] => {
    if (text === '') return [];
    return [/^\{\w+\}$/u.test(text) ? { secret: text.slice(1, -1) } : { text }];
  });
const zonesOf = (template: string) =>
  Object.fromEntries(partsOfUrls(partsOf(template)).map(({ secret, zone }) => [secret, zone]));
const fits = (value: string, template: string) => {
  const part = partsOfUrls(partsOf(template)).find(({ secret }) => secret === 'X');
  return part === undefined || fitsUrl(value, part);
};

test('each part has a place', () => {
  expect(zonesOf('{S}://{U}:{P}@{H}:{N}/{D}?ssl={Q}#{F}')).toEqual({
    S: 'scheme',
    U: 'user information',
    P: 'user information',
    H: 'host',
    N: 'host',
    D: 'path',
    Q: 'query',
    F: 'fragment',
  });
});

test('a part outside of every URL has none', () => {
  expect(zonesOf('{A}/v1')).toEqual({});
  expect(zonesOf('host={A} password={B}')).toEqual({});
  expect(zonesOf('{"url":"https://{U}:{P}@h","other":"{O}"}')).toEqual({
    U: 'user information',
    P: 'user information',
  });
  expect(zonesOf('jdbc:sqlserver://{H}:{N};user={U};password={P}')).toEqual({ H: 'host', N: 'host' });
});

test('of several URLs each has its own', () => {
  expect(zonesOf('https://{A}:{B}@x,https://{C}@{D}/')).toEqual({
    A: 'user information',
    B: 'user information',
    C: 'user information',
    D: 'host',
  });
});

const DATABASE = 'postgres://shop:{X}@localhost:5432/shop';

describe('in a password', () => {
  test.each([...'@:/?#%[] \t\n'])('%j does not fit', (character) => {
    expect(fits(`pa${character}ss`, DATABASE)).toBe(false);
    expect(fits(`pa${character}ss`, 'redis://{U}:{X}@{H}')).toBe(false);
  });

  test.each(['plain', 'pa%40ss%2F', "pa$s!&*()+,;=-._~'", 'größe', ''])('%j fits', (value) => {
    expect(fits(value, DATABASE)).toBe(true);
  });
});

test('one part may be user name and password', () => {
  expect(fits('shop:secret', 'postgres://{X}@localhost')).toBe(true);
  expect(fits('shop:sec:ret', 'postgres://{X}@localhost')).toBe(false);
  expect(fits('shop:secret', 'postgres://{X}:{P}@localhost')).toBe(false);
});

test.each([
  ['localhost', 'http://{X}'],
  ['localhost:8080', 'http://{X}'],
  ['localhost:8080', 'http://{X}/path'],
  ['[::1]', 'http://{X}:80'],
  ['[::1]:80', 'http://{X}/'],
  ['h1:27017,h2:27017', 'mongodb://u:p@{X}/db'],
  ['host/base', 'https://{X}'],
  ['host/base', 'https://{X}/more'],
  ['host/base?a=1#b', 'https://{X}'],
  ['u:p@host', 'https://{X}/'],
  ['5432', 'postgres://h:{X}/db'],
  ['5432/db', 'postgres://h:{X}'],
  ['%2Fvar%2Frun', 'postgres://{X}/db'],
  ['/path?a=1', 'https://host{X}'],
])('%j is a host of %s', (value, template) => expect(fits(value, template)).toBe(true));

test.each([
  ['localhost:8080', 'http://{X}:{P}/'],
  ['::1', 'http://{X}/'],
  ['[::1]:80', 'http://{X}:80'],
  ['https://host', 'https://{X}/'],
  ['u@host', 'https://u:p@{X}/'],
  ['host/base', 'https://{X}:443/'],
  ['host?a', 'https://{X}/more'],
  ['host#a', 'https://{X}/more'],
  ['ho st', 'https://{X}'],
  ['a[b', 'https://{X}'],
  ['80:81', 'http://h:{X}'],
])('%j is not a host of %s', (value, template) => expect(fits(value, template)).toBe(false));

test.each([
  ['a/b:c@d', 'https://h/{X}'],
  ['db?ssl=1', 'postgres://h/{X}'],
  ['a=1&b=/c?d:@', 'https://h/?{X}'],
  ['#/home', 'https://h/#{X}'],
])('%j belongs in %s', (value, template) => expect(fits(value, template)).toBe(true));

test.each([
  ['a#b', 'https://h/{X}'],
  ['a b', 'https://h/{X}'],
  ['50%off', 'https://h/{X}'],
  ['db?a=1', 'postgres://h/{X}?ssl=1'],
  ['a#b', 'https://h/?t={X}'],
  ['a b', 'https://h/?t={X}'],
  ['https:', '{X}://h'],
])('%j does not belong in %s', (value, template) => expect(fits(value, template)).toBe(false));

test('a part that is a whole URL at the start is none of these', () => {
  expect(fits('https://u:p@host/a?b#c', '{X}/more')).toBe(true);
  expect(fits('https://u:p@host/a?b#c', '{X}')).toBe(true);
});

test('long templates are looked at once', () => {
  const template = `${'a.'.repeat(100_000)}://{X}@${'h'.repeat(100_000)}`;
  expect(partsOfUrls(partsOf(template)).length).toBeLessThan(2);
});
