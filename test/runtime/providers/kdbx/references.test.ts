/** References between fields, in the tree of a database: what KeePassXC makes of them is in `test/stores/kdbx.mjs`. */
import { expect, test } from '@jest/globals';
import { entryAt } from '#runtime/providers/kdbx/entries.js';
import { resolvedField } from '#runtime/providers/kdbx/references.js';
import { element, textElement, type XmlElement } from '#runtime/providers/kdbx/xml.js';

type Fields = Readonly<Record<string, string>>;
const ID = '00112233445566778899AABBCCDDEEFF';
const entry = (title: string, fields: Fields, id = ID): XmlElement =>
  element('Entry', [
    textElement('UUID', Buffer.from(id, 'hex').toString('base64')),
    ...Object.entries({ Title: title, ...fields }).map(([key, value]) =>
      element('String', [textElement('Key', key), textElement('Value', value)]),
    ),
  ]);

const OTHER = entry('Other one', {
  UserName: 'joe',
  Password: 'of-{USERNAME}',
  URL: 'https://x',
  Notes: 'n',
  Token: 'tok',
});
/** The password of an entry with these fields, beside another entry. */
function password(text: string, more: Fields = {}): string {
  const own = entry('own', { Password: text, ...more }, 'FF'.repeat(16));
  const root = element('Group', [element('Group', [textElement('Name', 'g'), OTHER]), own]);
  const found = entryAt(root, ['own']);
  if (found === null || 'failure' in found) throw new Error('no entry');
  const value = resolvedField(root, found, 'Password');
  if (value === null || typeof value === 'string') return value ?? 'null';
  return `${value.failure.kind}: ${value.failure.detail}`;
}

test.each([
  ['plain {text} {URL:HOST} {TOTP} {', 'plain {text} {URL:HOST} {TOTP} {'],
  ['<{TITLE}|{username}>', '<own|me>'],
  ['{S:Key}{s:key}', 'vv'],
  [`{REF:P@I:${ID}}`, 'of-joe'],
  [`{ref:p@i:${ID.toLowerCase()}}`, 'of-joe'],
  ['{REF:U@T:Other one}', 'joe'],
  ['{REF:A@U:joe}{REF:N@A:https://x}{REF:T@N:n}', 'https://xnOther one'],
  ['{REF:T@P:of-{USERNAME}}', 'failed: the field refers to an entry that the database does not have'],
  ['{REF:I@O:tok}', ID],
  ['{REF:U@T:{S:Which}}', 'joe'],
  ['{REF:U@T:other}', 'joe'],
])('%s', (text, expected) => {
  expect(password(text, { UserName: 'me', Key: 'v', Which: 'Other one' })).toBe(expected);
});

test.each([
  ['{REF:P@T:nowhere}', 'an entry that the database does not have'],
  ['{REF:P@I:00}', 'an entry that the database does not have'],
  ['{S:none}', 'a field that its entry does not have'],
  ['{PASSWORD}', 'more than 10 levels'],
])('%s leads nowhere', (text, detail) => expect(password(text)).toMatch(new RegExp(`^failed: .*${detail}`, 'u')));

test('ten levels are followed', () => {
  const chain = (levels: number) =>
    Object.fromEntries(
      Array.from({ length: levels }, (_, at) => [`F${at + 1}`, at + 1 === levels ? 'end' : `{S:F${at + 2}}`]),
    );
  expect(password('{S:F1}', chain(10))).toBe('end');
  expect(password('{S:F1}', chain(11))).toContain('more than 10 levels');
});

test('references that multiply are refused', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`F${at}`, at === 8 ? 'x' : `{S:F${at + 1}}`.repeat(20)]),
  );
  expect(password('{S:F0}', fields)).toContain('more than 1000 references');
  expect(password('{S:F8}'.repeat(20), { F8: 'x'.repeat(100_000) })).toContain('larger than 1 MiB');
});

test('nothing of the stored text is in a message', () => {
  expect(password('canary{REF:P@T:canary}')).not.toContain('canary');
});
