import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { type Position, readPositions } from '#compiler/source/toml-positions.js';
import { tried } from '../../helpers/thoroughness.js';

type Path = readonly (string | number)[];

const positionsIn = (text: string, { members }: Position, above: Path = []): [string, string][] =>
  [...members].flatMap(([step, position]): [string, string][] => {
    const path = [...above, step];
    const written = position.value === null ? '' : text.slice(position.value.start, position.value.end);
    return [[JSON.stringify(path), written], ...positionsIn(text, position, path)];
  });
const found = (text: string) => {
  const root = readPositions(text);
  return root === null ? new Map() : new Map(positionsIn(text, root));
};

/** Everything smol-toml sees: key path → value. */
const meant = (value: unknown, above: Path = []): [string, unknown][] =>
  isTable(value)
    ? Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
        const path = [...above, Array.isArray(value) ? Number(key) : key];
        return [[JSON.stringify(path), member], ...meant(member, path)];
      })
    : [];
const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);
const isToml = (text: string) => {
  try {
    return parse(text) !== null;
  } catch {
    return false;
  }
};

// Ways of writing things; what they mean is for smol-toml to say.
const blank = fc.constantFrom('', ' ', '\t');
const gap = fc.constantFrom('', ' ', '\n', '\r\n  ', ' # a comment, = [ { "\n', '\n\n');
const plain = fc.stringMatching(/^[ a-z=#.,[\]{}é😀]{0,6}$/u);
const escaped = fc.constantFrom('\\n', '\\"', '\\\\', '\\e', '\\x41', '\\u00e9', '\\U0001F600');
const lineBreak = fc.constantFrom('\n', '\r\n', '\\\n   ', '\\  \r\n\n ', '""a', "''");
const basic = fc.array(fc.oneof(plain, escaped)).map((pieces) => `"${pieces.join('')}"`);
const literal = plain.map((text) => `'${text}'`);
const multiLine = fc
  .tuple(
    fc.constantFrom('', '\n', '\r\n'),
    fc.array(fc.oneof(plain, escaped, lineBreak)),
    fc.constantFrom('', '"', '""'),
  )
  .map(([first, pieces, last]) => `"""${first}${pieces.join('')}${last}"""`);
const multiLineLiteral = fc
  .array(fc.oneof(plain, fc.constantFrom('\n', '\\', '"""', "'a")))
  .map((pieces) => `'''${pieces.join('')}'''`);
const scalar = fc.constantFrom(
  '1',
  '-0x1F',
  '1_000',
  '3.14e-2',
  'true',
  'inf',
  '1979-05-27 07:32:00.5Z',
  '1979-05-27T07:32:00',
  '07:32:00',
);
const simpleKey = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{1,4}$/), basic, literal);
const key = fc
  .array(simpleKey, { minLength: 1, maxLength: 3 })
  .chain((keys) => fc.tuple(blank, blank).map(([before, after]) => keys.join(`${before}.${after}`)));
const { value } = fc.letrec<{ value: string; array: string; table: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    basic,
    literal,
    multiLine,
    multiLineLiteral,
    tie('array'),
    tie('table'),
  ),
  array: fc
    .tuple(fc.array(fc.tuple(gap, tie('value'), gap), { maxLength: 4 }), fc.boolean(), gap)
    .map(
      ([elements, trailing, last]) =>
        `[${elements.map((element) => element.join('')).join(',')}${trailing && elements.length > 0 ? ',' : ''}${last}]`,
    ),
  table: fc
    .tuple(fc.array(fc.tuple(gap, key, blank, tie('value'), gap), { maxLength: 3 }), gap)
    .map(
      ([pairs, last]) =>
        `{${pairs.map(([before, name, space, of, after]) => `${before}${name}${space}=${of}${after}`).join(',')}${last}}`,
    ),
}));
const pair = fc
  .tuple(blank, key, blank, value)
  .map(([before, name, space, of]) => `${before}${name}${space}=${space}${of}`);
const name = fc.constantFrom('profiles', 'default', '"x y"', 'rows', "'a.b'", 'z');
const header = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.boolean(), blank)
  .map(([names, isArray, space]) =>
    isArray ? `[[${names.join('.')}${space}]]` : `[${space}${names.join(` .${space}`)}]`,
  );
const line = fc.oneof(
  { weight: 3, arbitrary: pair },
  { weight: 2, arbitrary: header },
  { weight: 1, arbitrary: fc.constantFrom('', '# [x] = "', '\t') },
);
const document = fc
  .tuple(fc.array(line), fc.constantFrom('\n', '\r\n', ' # end\n'))
  .map(([lines, end]) => lines.join(end));

test('positions and values agree on every key path', () => {
  fc.assert(
    fc.property(document, (text) => {
      fc.pre(isToml(text));
      const values = new Map(meant(parse(text)));
      const positions = found(text);
      expect([...positions.keys()].sort()).toEqual([...values.keys()].sort());
      for (const [path, of] of values) if (!isTable(of)) expect(parse(`x=${positions.get(path)}`)['x']).toEqual(of);
    }),
    { numRuns: tried(300) },
  );
});

test('a table stands where it is mentioned first', () => {
  const text = '[a.b]\nc.d = 1\nc.e = 2\n[a]\nf = 1\n[a.b.c.g]\n';
  expect(Object.fromEntries(found(text))).toEqual({
    '["a"]': '[a.b]',
    '["a","b"]': '[a.b]',
    '["a","b","c"]': 'c.d = 1',
    '["a","b","c","d"]': '1',
    '["a","b","c","e"]': '2',
    '["a","b","c","g"]': '[a.b.c.g]',
    '["a","f"]': '1',
  });
});

test('names of prototypes are keys', () => {
  expect([...found('[__proto__]\nconstructor = 1\n').keys()]).toEqual(['["__proto__"]', '["__proto__","constructor"]']);
});

test('a statement that cannot be read does not hide the next', () => {
  expect([...found('a = 1\nb = = 2\n]]\n"c\nd = "\ne = 3 4\nf = [\n1, 2\n]\n').keys()]).toEqual(
    expect.arrayContaining(['["a"]', '["f",1]']),
  );
});

test('any text is read without complaint', () => {
  const piece = fc.constantFrom(
    '=',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '"""',
    '\\',
    '\n',
    '\r',
    '#',
    '.',
    ',',
    'a',
    '1',
    ' ',
    'é',
    '\u2028',
    '\ud800',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(readPositions(pieces.join(''))).not.toBeNull();
    }),
    { numRuns: tried(1000) },
  );
});

test.each(['[', '{', '[[', 'a=[', 'a={', 'a={a=', '"', "'''", '=', '\n', 'a\n', 'a=1,', '[a.', '\\', '\0', '😀'])(
  'a hundred thousand times %j is read',
  (text) => expect(readPositions(text.repeat(100_000))).not.toBeNull(),
);
test.each([
  ['arrays', `a = ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['tables', `a = ${'{a='.repeat(100_000)}1${'}'.repeat(100_000)}`],
])('%s nested without end have positions as far down as matters', (_, text) => {
  expect([...found(text).keys()].length).toBeGreaterThan(50);
});
test('a text of many megabytes has no positions', () => expect(readPositions('#'.repeat(5_000_000))).toBeNull());
