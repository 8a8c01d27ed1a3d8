/** What is said about text that is not TOML: in our words, whatever smol-toml calls it. */
import { describe, expect, test } from '@jest/globals';
import { readToml } from '#compiler/toml/read-toml.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';

function found(text: string): Diagnostic {
  const all: Diagnostic[] = [];
  readToml('manifest.toml', text, (diagnostic) => all.push(diagnostic));
  const [first] = all;
  if (first === undefined) throw new Error('this is TOML');
  return first;
}

/** `^` stands before the place that is pointed at. */
const pointed = (text: string) => {
  const { at, message } = found(text.replace('^', ''));
  return [at?.offset, message];
};

test.each([
  ['a = "x^\nb = 1', 'unterminated string on this line'],
  ['a = "x^\r\n', 'unterminated string on this line'],
  ['a = ^"x', 'unterminated string'],
  ["a = ^'''x\n", 'unterminated string'],
  ['a = "^\u0001"', 'this string contains a control character'],
  ['# ^\u0001', 'this comment contains a control character'],
  ['[a^\nb = 1', 'unclosed table header'],
  ['[^a', 'unclosed table header'],
  ['[[a]^\n', 'unclosed table header'],
  ['^a', 'this key has no value'],
  ['a^\nb = 1', 'this key has no value'],
  ['a ^b = 1', 'invalid character in an unquoted key'],
  ['^ä = 1', 'invalid character in an unquoted key'],
  ['a^: 1', 'expected `=` after the key'],
  ['^= 1', 'missing key'],
  ['a.^.b = 1', 'missing key'],
  ['[^]', 'missing key'],
  ['^"""a""" = 1', 'a key cannot be a multi-line string'],
  ['a = "\\^q"', 'unknown escape sequence'],
  ['a = """x ^\\ y"""', 'unknown escape sequence'],
  ['a = "\\u^ZZZZ"', 'not a valid Unicode escape'],
  ['a = "^\\ud800"', 'not a valid Unicode escape'],
  ['a = 1 ^b = 2', 'expected the end of the line'],
  ['a = [1 ^2]', 'expected a comma or a closing bracket'],
  ['a = { b = 1\n^c = 1 }', 'expected a comma or a closing bracket'],
  ['a = ^[', 'this `[` is never closed'],
  ['a = ^{', 'this `{` is never closed'],
  ['a = ^demo', 'not a valid value'],
  ['a = ^no', 'not a valid value'],
  ['a =^\nb = 1', 'missing value'],
  ['a = 1.0^.0', 'not a valid number'],
  ['a = ^01', 'not a valid number'],
  ['a = ^2020-13-01', 'not a valid date'],
  ['a = 1\n^a = 2', 'this is already defined'],
  ['[a^:b]', 'invalid character in an unquoted key'],
  ['a^:b = 1', 'invalid character in an unquoted key'],
  ['a^: "b = 1"', 'expected `=` after the key'],
  ['b = 1\na ^"b"', 'expected `=` before the value'],
  ['b = { a ^{', 'expected `=` before the value'],
  ['b = { a^[1] }', 'expected `=` before the value'],
  ['[a ^"b"]', 'invalid character in an unquoted key'],
  ['b = 1\n^{ a = 1 }', 'invalid character in an unquoted key'],
  ['[a^}', 'this `}` does not close `[`'],
  ['[a ^# b', 'unclosed table header'],
  ['a ^# b', 'this key has no value'],
  ['a = { x ^}', 'this key has no value'],
  ['a = { x^, y = 1 }', 'this key has no value'],
  ['a^, b = 1', 'invalid character in an unquoted key'],
  ['a = { x = 1,^, y = 2 }', 'missing key before this comma'],
  ['a = {^,}', 'missing key before this comma'],
  ['a = { # b\n^, }', 'missing key before this comma'],
  ['a = [1,^,2]', 'missing value before this comma'],
  ['a = [^,]', 'missing value before this comma'],
  ['a = { x = ^}', 'missing value'],
  ['a = { x = ^, y = 1 }', 'missing value'],
  ['a = ^# b', 'missing value'],
  ['a =^= 1', 'unexpected second `=`'],
  ['a = [1^}', 'this `}` does not close `[`'],
  ['a = ["#["^}', 'this `}` does not close `[`'],
  ['a = [^}', 'this `}` does not close `[`'],
  ['a = { x = 1^]', 'this `]` does not close `{`'],
  ['a = {^]', 'this `]` does not close `{`'],
  ['a = 1^}', 'this `}` has no opening bracket'],
  ['a = [1]^]', 'this `]` has no opening bracket'],
  ['^}', 'this `}` has no opening bracket'],
  ['\na = [ ^', 'the `[` on line 2 is never closed'],
  ['a = { b = 1^', 'the `{` on line 1 is never closed'],
  ['a = { # b^', 'the `{` on line 1 is never closed'],
  ['a = {\n^[b]', 'expected a key'],
  ['a = "x^\ry"', 'this string contains a carriage return without a line feed'],
  ['a = """x^\ry"""', 'this string contains a carriage return without a line feed'],
])('%j', (text, message) => expect(pointed(text)).toEqual([text.indexOf('^'), message]));

test('there is always advice', () => {
  for (const text of ['a = "x\n', '[a', 'a = demo', 'a = 1\na = 1', 'a = [1 2]'])
    expect(found(text).help).not.toBeNull();
});

test.each([
  ['a pair', '# [\nsecrets = [\nrequired = true'],
  ['a pair behind values', '\nsecrets = [ # {\n  "[",\nrequired = true'],
  ['a header', '\r\nsecrets = [\r\n[x]'],
  ['a header with several keys', '\nsecrets = [\n["y", [1], x.y]'],
  ['a pair within a table', 'a = { b = 1,\nc = [\nd = 1'],
])('%s in a list tells which bracket may be open', (_, text) =>
  expect(found(text).help).toBe(
    'the `[` on line 2 may be unclosed: write `]` before this line, or put strings in quotes',
  ),
);

test.each([
  ['a list', 'a = [\n  yes\n]'],
  ['a table', 'a = {\n  b = yes\n}'],
  ['a table of a list', 'a = [\n  {\n    b = yes\n  }\n]'],
])('text without quotes in %s is no sign of an open bracket', (_, text) =>
  expect(found(text).help).toMatch(/^put strings in quotes/u),
);

describe('a second definition points at the first', () => {
  const firstOf = (text: string) => found(text).labels.map(({ at }) => at.path.join('.'));
  test.each([
    ['of a key', 'a = 1\na = 2', ['a']],
    ['in a table', '[x.y]\na = 1\n"a" = 2', ['x.y.a']],
    ['in the second of two tables', '[x]\nb = 1\n[y]\nc = """\n[z]\n"""\nd.e = 1\nd.e = 2', ['y.d.e']],
    ['in an inline table', '[x]\na = { b = { c = 1, c = 2 } }', ['x.a.b.c']],
    ['in an inline table of a list', 'a = [{ b = 1 }, { b = 1, b = 2 }]', ['a.1.b']],
    ['within many brackets', `a = ${'['.repeat(9)}{ b = 1, b = 2 }${']'.repeat(9)}`, [`a${'.0'.repeat(9)}.b`]],
    ['in the last of several tables', '[[a]]\n[[a]]\nb = 1\nb = 2', ['a.1.b']],
    ['of a header below several tables', '[[a]]\n[a.b]\n[a.b]', ['a.0.b']],
    ['of a header that ends with CRLF', '[a]\r\nx = 1\r\n[a]\r\ny = 1\r\n', ['a']],
    ['of a key in a file with CRLF', '[a]\r\nx = 1\r\nx = 2\r\n', ['a.x']],
    ['of a key with `=` in it', '"x=y" = 1\n"x=y" = 2', ['x=y']],
    ['of a header with `]` in it', '["x]y"]\n["x]y"]', ['x]y']],
    ['of a header', '[x]\n[y]\n[ x ] # again', ['x']],
    ['of a header with quotes', '[x."y.z"]\n[x."y.z"]', ['x.y.z']],
    ['of a table that was a key', '[x]\ny = { z = 1 }\n[x.y]', ['x.y']],
    ['of a table below a value', 'a = 1\n[a.b.c]', ['a']],
    ['of a list of tables', '[[x]]\n[x]', ['x']],
    ['of an inline table by a dotted key', 'A = { b = "x" }\nA.c = true', ['A']],
    ['of an inline table within one', 'a = { b = { c = 1 }, b.d = 2 }', ['a.b']],
    ['of an inline table by a header below it', 'a = { b = { x = 1 } }\n[a.c]', ['a']],
    ['of a table with a header by a dotted key', '[a.b]\n[a]\nb.y = 1', ['a.b']],
    ['of a list by a header below it', 'a = [1, 2]\n[a.0]', ['a']],
    ['of a list of inline tables by a header below it', 'a = [{ b = 1 }]\n[a.c]', ['a']],
    ['of `__proto__`', '[x]\n__proto__ = 1\n__proto__ = 2', ['x.__proto__']],
  ])('%s', (_, text, path) => expect(firstOf(text)).toEqual(path));

  test('however deep its table lies', () => {
    const text = `[${'a.'.repeat(5000)}a]\nx = 1\nx = 2\n`;
    expect(firstOf(text)).toEqual([`${'a.'.repeat(5001)}x`]);
  });
});
