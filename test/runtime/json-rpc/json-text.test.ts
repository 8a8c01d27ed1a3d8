import { describe, expect, test } from '@jest/globals';
import { readJson } from '#runtime/json-rpc/json-text.js';
import fc from 'fast-check';
import { tried } from '../../helpers/thoroughness.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const members = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const kindOf = (text: string) => readJson(text).kind;

describe('what is JSON', () => {
  test.each([
    '{}',
    '[]',
    '"a"',
    '1',
    '-0',
    '1.5e-7',
    'true',
    'null',
    ' {"a" :\t[ 1 , {} ] }\r',
    '"\\u00e9\\n\\/"',
    '"\\ud83d\\ude00"',
  ])('%s', (text) => {
    const read = readJson(text);
    expect(read.kind === 'value' && JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(text)));
  });

  test.each([
    '',
    ' ',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    "{'a':1}",
    '{a:1}',
    '01',
    '1.',
    '.5',
    '+1',
    'NaN',
    'tru',
    'nulls',
    '"\t"',
    '"\\x"',
    '"\\u12"',
    '"a',
    '{}{}',
    '\ufeff{}',
    '[}',
    '//',
    '\u00a0{}',
  ])('not %j', (text) => {
    expect(kindOf(text)).toBe('not JSON');
  });

  test('any value is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.boolean(), (text, isSpaced) => {
        const written = isSpaced ? JSON.stringify(JSON.parse(text), null, 2) : text;
        const read = readJson(written);
        // What it reads has no prototypes.
        if (read.kind === 'value') expect(JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(written)));
        else expect(read.kind).toBe('breaks a rule');
      }),
      { numRuns: tried(2_000) },
    );
  });

  test('a text that was damaged is JSON exactly if it is for JSON.parse', () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), fc.nat(2), (text, at, put, cut) => {
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + put + text.slice(place + cut);
        expect(kindOf(damaged) !== 'not JSON').toBe(isJson(damaged));
      }),
      { numRuns: tried(5_000) },
    );
  });
});

describe('rules beyond JSON', () => {
  test.each([
    ['a name twice', '{"a":1,"a":1}'],
    ['the same name in other spelling', '{"a":1,"\\u0061":2}'],
    ['a name twice, deep down', '[[{"x":{"b":{},"b":[]}}]]'],
    ['`__proto__` twice', '{"__proto__":1,"__proto__":2}'],
    ['half a character', '"\\ud800"'],
    ['the other half', '{"a":["\\udc00x"]}'],
    ['half a character in a name', '{"\\ud800":1}'],
    ['65 arrays', nested(65)],
    ['65 objects', members(65)],
    ['a hundred thousand arrays', nested(100_000)],
    ['a hundred thousand objects', members(100_000)],
    ['deep, with all kinds of things beside', `${'[{"a":'.repeat(40)}[1,"x",{},[],null]${',"b":2},3]'.repeat(40)}`],
  ])('%s', (_, text) => expect(kindOf(text)).toBe('breaks a rule'));

  test.each([
    ['what is deep and ends too early', '['.repeat(100_000)],
    ['what is deep and closed wrongly', `${'['.repeat(70)}${']'.repeat(69)}}`],
    ['a deep object without values', `${'{"a":'.repeat(70)}${'}'.repeat(70)}`],
    ['a name twice, before the text turns out to be none', '{"a":1,"a":2,]'],
    ['half a character, and no end', '["\\ud800"'],
  ])('%s is not JSON', (_, text) => expect(kindOf(text)).toBe('not JSON'));

  test('64 levels fit', () => {
    expect([kindOf(nested(64)), kindOf(members(64))]).toEqual(['value', 'value']);
  });

  test('names of prototypes are names', () => {
    const read = readJson('{"__proto__":{"a":1},"constructor":2,"toString":3}');
    expect(read.kind === 'value' && Object.keys(read.value as object)).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ]);
  });

  test('it says which numbers near the surface are written with a fraction or an exponent', () => {
    const read = readJson('{"id":1.0,"b":1e2,"c":10,"_meta":{"parent_request_id":2E0,"x":{"y":1.5}},"d":[1.0]}');
    expect(read.kind === 'value' && [...read.written]).toEqual(['id', 'b', '_meta.parent_request_id']);
  });
});
