import { expect, test } from '@jest/globals';
import { locate, locateIn } from '#compiler/source/locate.js';
import { keyAt, pointAt, valueAt } from '#compiler/source/place.js';
import type { Place } from '#schemas/diagnostics/diagnostic.js';

/** A part of the string value at a place. */
const within = (place: Place, start: number, end: number): Place => ({ ...place, span: { start, end } });

/** `line:column-line:column` and what stands there, where it is one line. */
const shown = (text: string, place: Place) => {
  const found = locate({ path: place.file, text }, place);
  if (found === null) return null;
  const { line, column, endLine, endColumn, source } = found;
  const range = `${line}:${column}-${endLine}:${endColumn}`;
  return line === endLine ? [range, [...(source ?? '')].slice(column - 1, endColumn - 1).join('')] : range;
};

const manifest = `# a comment
[project]
name = "shop"

[profiles.default]
A = { description = "é😀", providers = ["env", 'dotenv://.env'] } # 1
B.description = "b"
B.composed = """
pg://\${A}\\
   :\${C}"""

[profiles."my profile"]
A = { description = [
  1,
] }

[[rows]]
x = 1
[[rows]]
[rows.sub]
x = 2
`;
const at = (place: Place) => shown(manifest, place);
const key = (...path: Place['path']) => at(keyAt('m', path));
const value = (...path: Place['path']) => at(valueAt('m', path));

test('a key is found', () => expect(key('profiles', 'default', 'A', 'providers')).toEqual(['6:27-6:36', 'providers']));
test('columns count characters', () =>
  expect(value('profiles', 'default', 'A', 'description')).toEqual(['6:21-6:25', '"é😀"']));
test('an element is found', () =>
  expect(value('profiles', 'default', 'A', 'providers', 1)).toEqual(['6:47-6:62', "'dotenv://.env'"]));
test('an element has no key', () =>
  expect(key('profiles', 'default', 'A', 'providers', 0)).toEqual(['6:40-6:45', '"env"']));
test('a header holds keys', () => expect(key('profiles', 'default')).toEqual(['5:11-5:18', 'default']));
test('a header is the value of its table', () => expect(value('project')).toEqual(['2:1-2:10', '[project]']));
test('a quoted key is found', () => expect(key('profiles', 'my profile')).toEqual(['12:11-12:23', '"my profile"']));
test('a table of several headers stands where it is first named', () =>
  expect(key('profiles')).toEqual(['5:2-5:10', 'profiles']));
test('a dotted key makes a table', () => expect(key('profiles', 'default', 'B')).toEqual(['7:1-7:2', 'B']));
test('a value over several lines ends on its last', () =>
  expect(value('profiles', 'my profile', 'A', 'description')).toBe('13:21-15:2'));
test('elements of arrays of tables are found', () => {
  expect(key('rows', 1)).toEqual(['19:3-19:7', 'rows']);
  expect(key('rows', 0, 'x')).toEqual(['18:1-18:2', 'x']);
  expect(value('rows', 1, 'sub', 'x')).toEqual(['21:5-21:6', '2']);
});

test('what is missing is shown where it should be', () => {
  expect(key('project', 'revision')).toEqual(['2:2-2:9', 'project']);
  expect(value('profiles', 'default', 'A', 'ref', 'item')).toEqual(['6:1-6:2', 'A']);
  expect(value('profiles', 'default', 'A', 'providers', 7)).toEqual(['6:27-6:36', 'providers']);
  expect(key('scopes')).toEqual(['1:1-1:1', '']);
  expect(value()).toEqual(['1:1-1:1', '']);
});

test('a part of a string is found behind its quotes', () =>
  expect(at(within(valueAt('m', ['profiles', 'default', 'A', 'description']), 1, 3))).toEqual(['6:23-6:24', '😀']));
test('a part of a string of several lines is found', () => {
  const composed = valueAt('m', ['profiles', 'default', 'B', 'composed']);
  expect(at(within(composed, 5, 9))).toEqual(['9:6-9:10', '${A}']);
  expect(at(within(composed, 10, 14))).toEqual(['10:5-10:9', '${C}']);
});
test('a part of what is no string is the whole', () =>
  expect(at(within(valueAt('m', ['rows', 0, 'x']), 3, 9))).toEqual(['18:5-18:6', '1']));

test('a point is one character wide, and none at the end of a line', () => {
  expect(shown('a\n😀b', pointAt('m', 2))).toEqual(['2:1-2:2', '😀']);
  expect(shown('a\r\nb', pointAt('m', 1))).toEqual(['1:2-1:2', '']);
  expect(shown('a\n', pointAt('m', 99))).toEqual(['2:1-2:1', '']);
  expect(shown('', pointAt('m', 0))).toEqual(['1:1-1:1', '']);
});
test('a line is shown without its end', () =>
  expect(locate({ path: 'm', text: 'a = 1\r\nb = 2' }, keyAt('m', ['a']))?.source).toBe('a = 1'));

test('places of other files are not found', () => {
  const find = locateIn([
    { path: 'manifest.toml', text: 'a = 1' },
    { path: '../base.toml', text: '\nb = 1' },
  ]);
  expect(find(keyAt('../base.toml', ['b']))?.line).toBe(2);
  expect(find(keyAt('manifest.toml', ['a']))?.line).toBe(1);
  expect(find(keyAt('nowhere.toml', ['a']))).toBeNull();
});
test('a file too long for positions still has points', () => {
  const text = `a = 1 #${'x'.repeat(5_000_000)}`;
  expect(shown(text, keyAt('m', ['a']))).toBeNull();
  expect(shown(text, pointAt('m', 4))).toEqual(['1:5-1:6', '1']);
});

test('a backslash at the end of a line stands for nothing', () => {
  const text = 'x = """a\\  \n   b"""';
  expect(shown(text, within(valueAt('m', ['x']), 1, 2))).toEqual(['2:4-2:5', 'b']);
  expect(shown(text, within(valueAt('m', ['x']), 0, 1))).toEqual(['1:8-1:9', 'a']);
});

const parent = `[project]
name = "shared"
revision = "1.0"
rest = x
`;
test.each([
  ['of the entry manifest is always shown', {}, parent, pointAt('m', 5), true],
  [
    'of a parent is shown as far as it is a manifest',
    { origin: 'parent' },
    parent,
    keyAt('m', ['project', 'name']),
    true,
  ],
  ['of a parent is shown behind its revision', { origin: 'parent' }, parent, pointAt('m', parent.indexOf('x')), true],
  ['of a parent is not shown before', { origin: 'parent' }, parent, pointAt('m', 3), false],
  ['of what is no manifest is not shown', { origin: 'parent' }, 'token = "x"', keyAt('m', ['token']), false],
  ['of a parent elsewhere is not shown', { origin: 'outside' }, parent, keyAt('m', ['project', 'name']), false],
] as const)('a line %s', (_, origin, text, place, isShown) => {
  const found = locate({ path: 'm', text, ...origin }, place);
  expect(found).toMatchObject({ line: expect.any(Number) });
  expect(found?.source !== null).toBe(isShown);
});

test('a line comes with what is hidden of it', () => {
  const text = 'é = 1\nurl = "😀 vault://me:pass@host"\n';
  const found = locate({ path: 'm', text }, keyAt('m', ['url']));
  const [span] = found?.hidden ?? [];
  expect(found?.source?.slice(span?.start, span?.end)).toBe('pass');
});
