/** Which keys and tables a comment covers, and which texts only look like comments. */
import { describe, expect, test } from '@jest/globals';
import { allowCommentsIn } from '#compiler/source/allow-comments.js';

/** The words of each comment, and the paths that it covers. */
const read = (...lines: readonly string[]) =>
  allowCommentsIn(lines.join('\n')).map(({ words, covers }) => [
    words.map(({ text }) => text).join(' '),
    ...covers.map((path) => path.join('/')),
  ]);
const ALLOW = '# tool: allow W0604';

describe('a comment covers', () => {
  test('the key on its own line', () => expect(read('[a]', 'b = 1', `c = 2 ${ALLOW}`)).toEqual([['W0604', 'a/c']]));
  test('the key below it', () => expect(read('[a]', `  ${ALLOW}`, 'b.c = 1', 'd = 2')).toEqual([['W0604', 'a/b/c']]));
  test('the table below it', () => expect(read(ALLOW, '[a."b.c"]', 'd = 1')).toEqual([['W0604', 'a/b.c']]));
  test('the table on its own line', () => expect(read(`[a.b] ${ALLOW}`, 'c = 1')).toEqual([['W0604', 'a/b']]));
  test('one element of a list', () =>
    expect(read('a = [', ALLOW, '  "x",', '  "y", # tool: allow W0401', ']')).toEqual([
      ['W0604', 'a/0'],
      ['W0401', 'a/1'],
    ]));
  test('one key of an inline table', () =>
    expect(read('a = {', ALLOW, '  b = 1,', '  c = 2', '}')).toEqual([['W0604', 'a/b']]));
  test('a value of several lines from its first and its last one', () => {
    expect(read(`a = [ ${ALLOW}`, '  "x"', ']')).toEqual([['W0604', 'a']]);
    expect(read('a = [', '  "x"', `] ${ALLOW}`)).toEqual([['W0604', 'a']]);
  });
  test('what is below other comments', () =>
    expect(read(ALLOW, '# tool: allow W0401', '#', 'a = 1')).toEqual([
      ['W0604', 'a'],
      ['W0401', 'a'],
    ]));
  test('nothing across an empty line, and nothing at the end', () =>
    expect(read(ALLOW, '', 'a = 1', ALLOW)).toEqual([['W0604'], ['W0604']]));
  test('its line without the line end', () =>
    expect(allowCommentsIn(`${ALLOW}\r\na = 1\r\n`)[0]?.span).toEqual({ start: 0, end: ALLOW.length }));
  test('the same with CRLF', () => expect(read(`${ALLOW}\r`, 'a = 1\r', '')).toEqual([['W0604', 'a']]));
});

describe('a comment names', () => {
  const codes = (comment: string) => read(comment, 'a = 1')[0]?.[0];
  test('several codes, with blanks and commas', () =>
    expect(codes('#tool:allow W0604, W0401,W0501 W0502')).toBe('W0604 W0401 W0501 W0502'));
  test('codes before a reason', () => expect(codes('# tool: allow W0604 -- W0401 is not meant')).toBe('W0604'));
  test('none', () => expect(codes('# tool: allow -- always')).toBe(''));
  test.each([
    '# tool allow W0604',
    '# tool: allows W0604',
    '# tool: allow-all',
    '## tool: allow W0604',
    '# a # tool: allow W0604',
  ])('%s is another comment', (comment) => expect(read(comment, 'a = 1')).toEqual([]));
  test('a text in quotes is no comment', () =>
    expect(read(`a = "${ALLOW}"`, 'b = """', ALLOW, '"""', `'${ALLOW}' = 1`)).toEqual([]));
});

test('what is not TOML is passed over', () => {
  expect(read('= ]', ALLOW, 'a = 1', '[[[')).toEqual([['W0604', 'a']]);
});

test('a text that is too long has none', () => {
  expect(allowCommentsIn(`${ALLOW}\na = 1\n#${' '.repeat(4 * 1024 * 1024)}`)).toEqual([]);
});

test('thousands of comments on one key take no longer than their text', () => {
  const comments = Array.from({ length: 50_000 }, () => ALLOW);
  expect(new Set(read(...comments, 'a = 1').map(String))).toEqual(new Set(['W0604,a']));
});
