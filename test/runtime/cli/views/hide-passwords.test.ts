import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hidePasswords, passwordSpans } from '#runtime/cli/views/hide-passwords.js';

test.each([
  ['url = "vault://user:pass@host/x"', 'url = "vault://user:***@host/x"'],
  ["url = 'vault://user:pa\"ss@host'", "url = 'vault://user:***@host'"],
  ['["a://u:p@h", "b://v:q@i", "c://w"]', '["a://u:***@h", "b://v:***@i", "c://w"]'],
  ['url = "vault:user:pass@host"', 'url = "vault:user:***@host"'],
  ['# see a://u:p@h or b://v:q@i', '# see a://u:***@h or b://v:***@i'],
  ['description = "from a://u:p@h"', 'description = "from a://u:***@h"'],
  ['url = "vault://user:pa\\"ss@host" # x', 'url = "vault://user:***@host" # x'],
  ['url = "vault://user:p/a@ss@host"', 'url = "vault://user:***@host"'],
  ['url = "vault://user:open@host', 'url = "vault://user:***@host'],
  ['   pass://u:p@h"""', '   pass://u:***@h"""'],
  ['"postgres://${U}:secret@db"', '"postgres://${U}:***@db"'],
  ['"postgres://${U}:${P:-secret}@db"', '"postgres://${U}:***@db"'],
  ['"postgres://${U}:${P}secret@db"', '"postgres://${U}:***@db"'],
])('%s is shown as %s', (text, shown) => expect(hidePasswords(text)).toBe(shown));

test.each([
  'url = "vault://user@host:8200/x?a=b"',
  'url = "dotenv://.env" # ask me@example.org',
  'mail = "me@example.org"',
  'owners = ["a: b"]',
  'composed = "postgres://${U}:${P}@db/shop"',
  'composed = "postgres://${U}:${lower}@db/shop"',
  '',
])('%s has no password', (text) => expect(hidePasswords(text)).toBe(text));

test('no password of a quoted URI is shown', () => {
  const password = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).filter((text) => !/["\\]/.test(text));
  const around = fc.constantFrom('', 'x = ', '# ', '"a", ', "'b' ");
  fc.assert(
    fc.property(around, password, around, (before, secret, after) => {
      const shown = hidePasswords(`${before}"vault://user:canary${secret}@host"${after}`);
      expect(shown).not.toContain('canary');
    }),
  );
});

test.each(['a://b:c', 'a://', '://', ':', '"', "'", '\\"', 'a', 'a:', '"a://b:c" '])(
  'a long line of %j is read',
  (text) => {
    const line = text.repeat(200_000);
    expect(passwordSpans(`${line}@`).length).toBeLessThan(2);
    expect(passwordSpans(`@${line}`)).toEqual([]);
  },
);
