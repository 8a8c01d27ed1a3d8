/** Foreign words without the values that were sent: in the forms in which vendors repeat them. */
import { expect, test } from '@jest/globals';
import { withoutParts, withoutValues } from '#runtime/values/without-values.js';

const VALUES = ['hvs.canary+token/with=signs', 'pass word&co', 'ümläut-canary', 'quote"back\\slash'];

/** What a message may hold of a value. */
const FORMS: Readonly<Record<string, (value: string) => string>> = {
  'as it is': (value) => value,
  'in base64': (value) => Buffer.from(value).toString('base64'),
  'in base64 without padding': (value) => Buffer.from(value).toString('base64').replace(/=+$/, ''),
  'in base64url': (value) => Buffer.from(value).toString('base64url'),
  'after a user, in base64': (value) => Buffer.from(`u:${value}`).toString('base64'),
  'after a longer user, in base64': (value) => Buffer.from(`us:${value}`).toString('base64'),
  'after an even longer user, in base64': (value) => Buffer.from(`use:${value}`).toString('base64'),
  'in hex': (value) => Buffer.from(value).toString('hex'),
  'in HEX': (value) => Buffer.from(value).toString('hex').toUpperCase(),
  'in an address': encodeURIComponent,
  'in an address, in lower case': (value) => encodeURIComponent(value).replace(/%../g, (one) => one.toLowerCase()),
  'in a form': (value) => new URLSearchParams({ a: value }).toString().slice(2),
  'in JSON': (value) => JSON.stringify(value).slice(1, -1),
};

test.each(Object.entries(FORMS))('values are hidden %s', (_, formOf) => {
  for (const value of VALUES) {
    const form = formOf(value);
    const shown = withoutValues(`refused: ${form} is not valid`, VALUES);
    expect(shown).toMatch(/^refused: .*\[secret\].* is not valid$/);
    // Of what is around it in base64 a few letters are left, of itself not more than two.
    expect(shown.length).toBeLessThanOrEqual('refused: userLONG[secret]xx is not valid'.length);
  }
});

test('other words stay, also next to short values', () => {
  expect(withoutValues('the token was refused', ['abc', ''])).toBe('the token was refused');
});

test('parts of what was printed are hidden, whatever is around them', () => {
  expect(withoutParts('+ echo canary-value\nfailed at canary', 'canary-value\n')).toBe(
    '+ echo [secret]\nfailed at [secret]',
  );
  expect(withoutParts('no part of it', 'canary')).toBe('no part of it');
  expect(withoutParts('says ab', 'ab\n')).toBe('[secret]');
  expect(withoutParts('anything', '')).toBe('anything');
  expect(withoutParts('anything', 'x'.repeat(100_000))).toBe('[secret]');
});
