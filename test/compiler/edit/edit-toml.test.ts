import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { editToml } from '#compiler/edit/edit-toml.js';
import type { TomlValue } from '#compiler/edit/toml-spelling.js';
import { generatedToml, type Rendered } from '../../helpers/generated-toml.js';
import { tried } from '../../helpers/thoroughness.js';

const set = (text: string, path: string[], value: TomlValue) =>
  outcome(editToml(text, [{ kind: 'set', path, value: value }]));
const remove = (text: string, ...path: string[]) => outcome(editToml(text, [{ kind: 'remove', path }]));
const outcome = (edited: ReturnType<typeof editToml>) =>
  edited.kind === 'edited' ? edited.text : `refused: ${edited.why}`;

test('a key is added below the last of its table', () => {
  expect(set('[a]\nx = 1 # one\n\n# of b\n[b]\ny = 2\n', ['a', 'z'], 3)).toBe(
    '[a]\nx = 1 # one\nz = 3\n\n# of b\n[b]\ny = 2\n',
  );
});
test('a table is added below those that share most of its path', () => {
  expect(set('[a.b]\nx = 1\n\n# of c\n[c]\ny = 2\n', ['a', 'd', 'z'], 3)).toBe(
    '[a.b]\nx = 1\n\n[a.d]\nz = 3\n\n# of c\n[c]\ny = 2\n',
  );
  expect(set('[a]\nx = 1', ['b', 'z'], 3)).toBe('[a]\nx = 1\n\n[b]\nz = 3');
  expect(set('', ['b', 'z'], 3)).toBe('[b]\nz = 3\n');
});
test('a table is added above the tables within it', () => {
  expect(set('# the file\n\n# of b\n[a.b]\nx = 1\n', ['a', 'z'], 3)).toBe(
    '# the file\n\n[a]\nz = 3\n\n# of b\n[a.b]\nx = 1\n',
  );
});
test('a key of the root is added above the first table', () => {
  expect(set('# the file\n\n# of a\n[a]\n', ['z'], 3)).toBe('# the file\n\nz = 3\n\n# of a\n[a]\n');
});
test('next to dotted keys it is a dotted key', () => {
  expect(set('[a]\nb.x = 1\ny = 2\n', ['a', 'b', 'z'], 3)).toBe('[a]\nb.x = 1\nb.z = 3\ny = 2\n');
  expect(set('a.b.x = 1\n', ['a', 'c', 'z'], 3)).toBe('a.b.x = 1\na.c.z = 3\n');
  expect(set('a = { b.x = 1, y = 2 }\n', ['a', 'b', 'z'], 3)).toBe('a = { b.x = 1, y = 2, b.z = 3 }\n');
});
test('in an inline table it follows the last pair, on a line of its own where that has one', () => {
  expect(set('a = {x=1} # one\n', ['a', 'z'], 'é"')).toBe('a = {x=1, z = "é\\""} # one\n');
  expect(set('a = {}\n', ['a', 'b', 'z'], 3)).toBe('a = { b = { z = 3 } }\n');
  expect(set('a = {\n  x = 1, # one\n  y = 2 # two\n}\n', ['a', 'z'], 3)).toBe(
    'a = {\n  x = 1, # one\n  y = 2, # two\n  z = 3\n}\n',
  );
  expect(set('a = {\r\n  x = 1,\r\n}\r\n', ['a', 'z'], 3)).toBe('a = {\r\n  x = 1,\r\n  z = 3,\r\n}\r\n');
});
test('names that need quotes are quoted', () => {
  expect(set('["x.y"]\n', ['x.y', 'b c'], { 'd e': '' })).toBe('["x.y"]\n"b c" = { "d e" = "" }\n');
});
test('of a replaced value only the value changes, also of a quoted key', () => {
  expect(set('[a]\n"x"  =  1 # one\n', ['a', 'x'], 2)).toBe('[a]\n"x"  =  2 # one\n');
  expect(set('a = { x = { y = 1 }, z = 2 }\n', ['a', 'x'], { n: 'm' })).toBe('a = { x = { n = "m" }, z = 2 }\n');
});
test('a table below its header is replaced as a whole', () => {
  expect(set('[p]\ny = 1\n\n# of x\n[p.x]\nuri = "u"\n\n[p.x.more]\nk = 1\n\n[q]\n', ['p', 'x'], 'v')).toBe(
    '[p]\ny = 1\nx = "v"\n\n[q]\n',
  );
});
test('what has the value already stays as it is written', () => {
  expect(set("[a]\nx = 'one'\n", ['a', 'x'], 'one')).toBe("[a]\nx = 'one'\n");
});
test('a removed key takes the comments directly above with it, and no others', () => {
  expect(remove('# the file\n[a]\n# of x\nx = 1 # one\n# of y\ny = 2\n', 'a', 'x')).toBe(
    '# the file\n[a]\n# of y\ny = 2\n',
  );
  expect(remove('# the file\nx = 1\ny = 2\n', 'x')).toBe('# the file\ny = 2\n');
  expect(remove('y = """\n# in a string"""\nx = 1\n', 'x')).toBe('y = """\n# in a string"""\n');
});
test('a table is removed in every spelling', () => {
  expect(remove('[p]\nx.u = 1\ny = 2\nx.v = { w = 3 }\n', 'p', 'x')).toBe('[p]\ny = 2\n');
  expect(remove('[p.x]\nu = 1\n\n[p.y]\n\n[[p.x.z]]\n', 'p', 'x')).toBe('[p.y]\n');
  expect(remove('[p]\n\n[p.x]\nu = 1', 'p', 'x')).toBe('[p]\n');
  expect(remove('p = { x.u = 1, y = 2, x.v = 3 }\n', 'p', 'x')).toBe('p = { y = 2 }\n');
  expect(remove('p = { x = 1 }\n', 'p', 'x')).toBe('p = {}\n');
  expect(remove('p = {\n  # of x\n  x = 1, # one\n  # of y\n  y = 2,\n}\n', 'p', 'x')).toBe(
    'p = {\n  # of y\n  y = 2,\n}\n',
  );
});
test('what is absent is removed without a change', () => expect(remove('[a] # one', 'a', 'x')).toBe('[a] # one'));
test('no key is added to what is not a table', () => {
  expect(set('a = 1\n', ['a', 'x'], 2)).toBe('refused: `a` is not a table');
  expect(set('[[a.b]]\n', ['a', 'b', 'x'], 2)).toBe('refused: `a.b` is not a table');
});
test('a text that is not TOML is refused', () => expect(set('a = \n', ['b'], 2)).toBe('refused: it is not valid TOML'));
test('a value that TOML cannot hold is refused', () => {
  expect(set('a = 1\n', ['b'], '\ud800')).toBe('refused: `b` is written in a way that cannot be changed in place');
});

/** The independent account of what an edit means: plain maps. */
type Data = ReadonlyMap<string, unknown>;
const dataOf = (text: string): unknown => mapped(parse(text));
const mapped = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(mapped);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return new Map(Object.entries(value).map(([key, member]) => [key, mapped(member)]));
};
const isMap = (value: unknown): value is Data => value instanceof Map;
const withValue = (data: unknown, [key = '', ...rest]: readonly string[], value: unknown): Data => {
  const map = new Map(isMap(data) ? data : []);
  return map.set(key, rest.length === 0 ? value : withValue(map.get(key), rest, value));
};
const without = (data: unknown, [key = '', ...rest]: readonly string[]): Data => {
  const map = new Map(isMap(data) ? data : []);
  if (rest.length === 0) map.delete(key);
  else if (map.has(key)) map.set(key, without(map.get(key), rest));
  return map;
};
const isBlocked = (data: unknown, path: readonly string[]): boolean => {
  const [key = '', ...rest] = path;
  if (!isMap(data)) return data !== undefined;
  return rest.length > 0 && isBlocked(data.get(key), rest);
};
/** Tables that hold nothing do not count: removing what implied them removes them. */
const filled = (value: unknown): unknown => {
  if (!isMap(value)) return value;
  const members = [...value].map(([key, member]) => [key, filled(member)] as const);
  return new Map(members.filter(([, member]) => !isMap(member) || member.size > 0));
};
const has = (data: unknown, path: readonly string[]) =>
  path.reduce<unknown>((at, key) => (isMap(at) ? at.get(key) : undefined), data) !== undefined;

/** Whether the characters of `part` occur in `whole` in this order. */
const isWithin = (part: string, whole: string) => {
  let at = 0;
  for (const character of whole) if (character === part[at]) at++;
  return at === part.length;
};
/** Whether `whole` is `part` with one stretch inserted. */
const isOneStretchIn = (part: string, whole: string) => {
  let start = 0;
  while (start < part.length && part[start] === whole[start]) start++;
  let end = 0;
  while (end < part.length && part[part.length - 1 - end] === whole[whole.length - 1 - end]) end++;
  return start + end >= part.length;
};
const bareLineEnds = (text: string) => /(?<!\r)\n/.test(text);
const frame = (text: string) => ({ mark: text.startsWith('\uFEFF'), end: text.endsWith('\n') });

const value = fc.constantFrom<TomlValue>('', 'a "quoted" \\ text', 7, { 'x y': 'z', b: '\n' });
const kept = ({ text }: Rendered, result: string) => {
  expect(bareLineEnds(result)).toBe(bareLineEnds(text) || (!text.includes('\n') && result.includes('\n')));
  if (text.trim() !== '') expect(frame(result).mark).toBe(frame(text).mark);
};

test('adding gives the expected data and only adds text', () => {
  fc.assert(
    fc.property(generatedToml, value, ({ text, path, ...rest }, added) => {
      const before = dataOf(text);
      fc.pre(!has(before, path));
      const result = editToml(text, [{ kind: 'set', path, value: added }]);
      if (isBlocked(before, path)) return expect(result.kind).toBe('refused');
      if (result.kind === 'refused') throw new Error(result.why);
      expect(dataOf(result.text)).toEqual(withValue(before, path, mapped(added)));
      expect(isWithin(text, result.text)).toBe(true);
      if (!text.includes('{')) expect(isOneStretchIn(text, result.text)).toBe(true);
      if (text.length > 1) expect(frame(result.text)).toEqual(frame(text));
      return kept({ text, path, ...rest }, result.text);
    }),
    { numRuns: tried(500) },
  );
});

test('removing gives the expected data and only removes text', () => {
  fc.assert(
    fc.property(generatedToml, ({ text, path, ...rest }) => {
      const before = dataOf(text);
      fc.pre(has(before, path));
      const result = editToml(text, [{ kind: 'remove', path }]);
      if (result.kind === 'refused') throw new Error(result.why);
      expect(filled(dataOf(result.text))).toEqual(filled(without(before, path)));
      expect(isWithin(result.text, text)).toBe(true);
      if (result.text.includes('\n')) kept({ text, path, ...rest }, result.text);
    }),
    { numRuns: tried(500) },
  );
});

test('replacing gives the expected data', () => {
  fc.assert(
    fc.property(generatedToml, value, ({ text, path, ...rest }, replaced) => {
      const before = dataOf(text);
      fc.pre(has(before, path));
      const result = editToml(text, [{ kind: 'set', path, value: replaced }]);
      if (result.kind === 'refused') throw new Error(result.why);
      expect(filled(dataOf(result.text))).toEqual(filled(withValue(before, path, mapped(replaced))));
      if (result.text.includes('\n') && text.includes('\n')) kept({ text, path, ...rest }, result.text);
    }),
    { numRuns: tried(500) },
  );
});
