/** A statement that cannot be read takes nothing else with it. */
import { describe, expect, test } from '@jest/globals';
import { tomlValues } from '#compiler/toml/read-toml.js';
import { recovered } from '#compiler/toml/recover.js';

const HEAD = `[project]
name = "demo"
revision = "1.0"

[providers]
team = "vault://kv/secret"

[profiles.default]
LIST = { description = "s", providers = [
  "team", # first
  "keyring",
] }
`;
const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `S${from + index} = { description = "s" }\n`).join('');
const TAIL = '\n[profiles.production]\nS3 = { required = false }\n\n[scopes.web]\nsecrets = ["S1", "S2"]\n';

/** Statements as they are typed, character by character. */
const TYPED = [
  'URL = { description = "the url", composed = "postgres://${S1}:${S2}@db", required = false }',
  'A.description = """multi',
  'ref = { item = "a", field = "b" }',
  `B = { description = 'x', refs = { team = { item = "a" } } }`,
  'L = { description = "l", providers = [\n  "team",\n  "keyring"\n] }',
  'K = { description = "k", generate = { length = 3 } }',
  '"odd key" = { description = "k" }',
];

function table(value: unknown, ...keys: readonly string[]): Readonly<Record<string, unknown>> {
  let found = value;
  for (const key of keys) found = (found as Record<string, unknown>)[key];
  return found as Record<string, unknown>;
}

describe.each(TYPED)('while %j is typed', (statement) => {
  test('all others keep their values and offsets in every state', () => {
    for (let length = 1; length <= statement.length; length++) {
      const text = `${HEAD}${rows(0, 10)}${statement.slice(0, length)}\n${rows(10, 20)}${TAIL}`;
      const read = recovered(text);
      expect(read.length).toBe(text.length);
      const values = tomlValues(read);
      const secrets = Object.keys(table(values, 'profiles', 'default')).filter((name) => /^S\d+$/u.test(name));
      expect({ length, secrets: secrets.length }).toEqual({ length, secrets: 20 });
      expect(table(values, 'profiles', 'default', 'LIST')['providers']).toEqual(['team', 'keyring']);
      expect(table(values, 'profiles', 'production')).toHaveProperty('S3');
      expect(table(values, 'scopes', 'web')).toEqual({ secrets: ['S1', 'S2'] });
      expect(read.indexOf('S15')).toBe(text.indexOf('S15'));
    }
  });
});

test('a valid text stays as it is', () => {
  const text = `${HEAD}${rows(0, 3)}${TAIL}`;
  expect(recovered(text)).toBe(text);
});

test('what is defined twice counts once', () => {
  const text = '[profiles.default]\nA = { default = "first" }\nB = {}\nA = { default = "second" }\nC = {}\n';
  expect(tomlValues(recovered(text))).toEqual({ profiles: { default: { A: { default: 'first' }, B: {}, C: {} } } });
});

test('several broken statements are left out, with CRLF as with LF', () => {
  const text = '[a]\r\nx = [1,\r\ny = 2\r\nz = "\r\nw = 3\r\n';
  expect(tomlValues(recovered(text))).toEqual({ a: { y: 2, w: 3 } });
  expect(recovered(text).split('\r\n')).toHaveLength(6);
});

test.each(['\n', '\r\n'])(
  'a header keeps its table if the line after it is no statement at all, with line end %j',
  (lineEnd) => {
    const text = ['[a]', 'x = 1', '[b]', 'Ä = 1', 'y = 2', ''].join(lineEnd);
    expect(tomlValues(recovered(text))).toEqual({ a: { x: 1 }, b: { y: 2 } });
    expect(recovered(text)).toHaveLength(text.length);
  },
);

test('text that is no TOML at all has no values', () => {
  expect(tomlValues(recovered('{"a": 1}\n<html>\n'))).toEqual({});
  expect(recovered('')).toBe('');
});
