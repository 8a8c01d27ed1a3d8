/** Values in a stream, however they are written there, against the slow search, and in whatever pieces the stream comes. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Search } from '#runtime/redact/search.js';
import { Finder, type Occurrence } from '#runtime/scan/finder.js';
import { type Sought, soughtIn } from '#runtime/scan/sought.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { tried } from '../../helpers/thoroughness.js';

const sought = (values: readonly string[]) => soughtIn(values.map((value) => SecretValue.fromText(value))).sought;

function found(wanted: Sought, bytes: Uint8Array, size = bytes.length): readonly Occurrence[] {
  const all: Occurrence[] = [];
  const finder = new Finder(wanted, (one) => all.push(one));
  for (let at = 0; at < bytes.length; at += size) {
    // The memory of a piece is used for the next one.
    const piece = Buffer.from(bytes.subarray(at, at + size));
    finder.push(piece, at + size >= bytes.length);
    piece.fill(0);
  }
  return all;
}

const VALUE = 'pa"ss \'wo/rd+é&1';
const utf8 = Buffer.from(VALUE);
const SPELLINGS: Readonly<Record<string, readonly [form: string, text: string | Uint8Array]>> = {
  'as it is': ['plain', VALUE],
  'in base64': ['base64', utf8.toString('base64')],
  'in base64 of URLs': ['base64', utf8.toString('base64url')],
  'in base64 of a longer text, at the second alignment': ['base64', Buffer.from(`a${VALUE}bc`).toString('base64')],
  'in base64 of a longer text, at the third alignment': ['base64', Buffer.from(`ab${VALUE}c`).toString('base64')],
  'in base64 that is wrapped in its first letters': [
    'base64',
    Buffer.from(`0123456789012${VALUE}`).toString('base64').replace(/.{20}/gu, '$&\n'),
  ],
  'in hex': ['hex', utf8.toString('hex')],
  'in hex with colons': ['hex', utf8.toString('hex').replace(/../gu, '$&:')],
  'in hex of C': ['hex', utf8.toString('hex').replace(/../gu, '0x$&, ')],
  'in a URL': ['url', encodeURIComponent(VALUE)],
  'in a URL that escapes every byte': ['url', utf8.toString('hex').replace(/../gu, '%$&')],
  'in JSON': ['json', JSON.stringify(VALUE)],
  'in JSON of ASCII': ['json', JSON.stringify(VALUE).replace('é', '\\u00e9')],
  'in a shell': ['shell', `'${VALUE.replaceAll("'", "'\\''")}'`],
  'in HTML': ['html', VALUE.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
  'in UTF-16': ['utf-16', Buffer.from(VALUE, 'utf16le')],
  'in UTF-16, the other order': ['utf-16', Buffer.from(VALUE, 'utf16le').swap16()],
};

test.each(Object.entries(SPELLINGS))('a value %s', (_, [form, text]) => {
  const bytes = Buffer.concat([Buffer.from('first\nsécond\n'), Buffer.from(text as string), Buffer.from(' end\n')]);
  for (const size of [bytes.length, 1, 7, 64]) {
    const places = found(sought([VALUE, 'another-value']), bytes, size);
    expect(places.map((one) => [one.value, one.form])).toEqual([[0, form]]);
    expect(places[0]?.line).toBe(3);
  }
});

test('a value is found whichever of its first bytes is escaped or separated, wherever it is in memory', () => {
  const value = 'Kq7-zWx2Lm9p';
  const hex = Buffer.from(value).toString('hex');
  const base64 = Buffer.from(value).toString('base64');
  const wanted = sought([value, 'another-value', 'abcd']);
  for (let at = 0; at < 10; at++) {
    const code = hex.slice(2 * at, 2 * at + 2);
    const others = [`%${code}`, `=${code}`, `&#x${code};`, `\\x${code}`, `\\u00${code}`];
    const escaped = others.map((sign) => value.slice(0, at) + sign + value.slice(at + 1));
    const pairs = [' ', ':', ', 0x', '\\x'].map((sign) => hex.slice(0, 2 * at + 2) + sign + hex.slice(2 * at + 2));
    const wrapped = `${'A'.repeat(60)}${base64.slice(0, at + 1)}\n${base64.slice(at + 1)}`;
    for (const text of [...escaped, ...pairs, wrapped, value, 'abcd', 'ab%63d'])
      for (let before = 0; before < 4; before++) {
        const bytes = Buffer.from(`${'#'.repeat(before)}${text} and more`);
        expect([text, found(wanted, bytes).length]).toEqual([text, 1]);
      }
  }
});

test('a line of a value is called one', () => {
  const key = '-----BEGIN KEY-----\nMIIBVgIBADANBgkqhkiG\n-----END KEY-----';
  expect(found(sought([key]), Buffer.from('x MIIBVgIBADANBgkqhkiG'))).toMatchObject([{ form: 'line', column: 3 }]);
});

test('columns count characters, offsets bytes, also far away', () => {
  const text = `${'é\n'.repeat(100_000)}éé some-value\n`;
  const place = { line: 100_001, column: 4, offset: 300_005, value: 0, form: 'plain' };
  expect(found(sought(['some-value']), Buffer.from(text), 65_536)).toEqual([place]);
});

test('the longest of several is found, and what follows it', () => {
  const wanted = sought(['pass', 'password', 'word-2']);
  const places = found(wanted, Buffer.from('password pass xpassword-2'));
  expect(places.map(({ value, column }) => [value, column])).toEqual([
    [1, 1],
    [0, 10],
    [1, 16],
  ]);
});

test('a value is found where another one could begin inside of it', () => {
  const text = JSON.stringify(JSON.stringify('a"aaaa'));
  for (const size of [1, text.length])
    expect(found(sought(['\\aaaa', 'a"aaaa']), Buffer.from(text), size)).toMatchObject([{ value: 1, offset: 3 }]);
});

test('what is too short, empty or too large is said', () => {
  const values = ['abc', 'abcd', '  ', 'x'.repeat(20 * 1024 * 1024)].map((value) => SecretValue.fromText(value));
  expect([...soughtIn(values).unfit]).toEqual([
    [0, 'too short'],
    [2, 'empty'],
    [3, 'too large'],
  ]);
});

/** The slow search: the occurrence that begins first, and of those that begin there, the longest; then the same in what follows. */
function searched({ automaton }: Sought, bytes: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let done = 0; ; ) {
    let [start, end] = [bytes.length, done];
    const search: Search = new Search(automaton, (from) => {
      if (done + from > start) return;
      [start, end] = [done + from, done + search.position];
    });
    search.read({ bytes: bytes.subarray(done), before: bytes.subarray(0, done), isLast: true }, 0);
    if (end === done) return found;
    found.push(start);
    done = end;
  }
}

const WRITERS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(`x${text}yz`).toString('base64'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => Buffer.from(text).toString('hex').replace(/../gu, '$& '),
  (text) => Buffer.from(text).toString('hex').replace(/../gu, '%$&'),
  (text) => encodeURIComponent(text),
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(JSON.stringify(text)),
];

test('the fast search finds what the slow one finds, in whatever pieces', () => {
  const value = fc.string({ unit: fc.constantFrom(...'abcABC01"\\/+ %&'), minLength: 4, maxLength: 24 });
  const noise = fc.string({ unit: fc.constantFrom(...'abcABC01= \n6e'), maxLength: 40 });
  const written = fc.tuple(noise, fc.nat(), fc.constantFrom(...WRITERS));
  const pieces = fc.constantFrom(1, 5, 64, 10_000);
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 4 }),
      fc.array(written, { maxLength: 4 }),
      pieces,
      (values, parts, size) => {
        const text = parts
          .map(([before, index, write]) => before + write(values[index % values.length] ?? ''))
          .join('\n');
        const bytes = Buffer.from(`${text}\n`);
        const wanted = sought(values);
        expect(found(wanted, bytes, size).map(({ offset }) => offset)).toEqual(searched(wanted, bytes));
      },
    ),
    { numRuns: tried(2_000) },
  );
});
