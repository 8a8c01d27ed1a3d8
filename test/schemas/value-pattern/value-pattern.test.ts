/** Patterns of values: the syntax that is read, what is refused and where, and matching that never goes back. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matcherOf } from '#schemas/value-pattern/matcher.js';
import { readPattern } from '#schemas/value-pattern/read-pattern.js';
import { sized, tried } from '../../helpers/thoroughness.js';

function fits(pattern: string): (text: string) => boolean {
  const read = readPattern(pattern);
  if (read.kind === 'problem') throw new Error(`${pattern}: ${read.problem}`);
  return matcherOf(read.pattern);
}

test.each([
  ['abc', ['abc'], ['ab', 'abcd', 'xabc', '']],
  ['^abc$', ['abc'], ['^abc$']],
  ['^(a|b)$', ['a', 'b'], ['ab', '']],
  ['(?i)^(?:a|b)', ['A', 'b'], ['ab']],
  ['', [''], ['a']],
  ['a|bc|', ['a', 'bc', ''], ['b', 'abc']],
  ['a.c', ['abc', 'a😀c'], ['a\nc', 'a\rc', 'ac']],
  ['[a-c_-]+', ['a-_c'], ['d', '']],
  ['[^a-c]', ['d', '\n', '😀'], ['a', 'dd']],
  ['[\\d.]{2,3}', ['1.', '1.2'], ['1', '1.23', 'a1']],
  ['\\w\\s\\S\\D\\W', ['a b-!'], ['a-b-!']],
  ['\\x41\\u0042\\u{1F600}', ['AB😀'], ['AB']],
  ['\\t\\n\\r\\f\\v', ['\t\n\r\f\v'], ['tnrfv']],
  ['\\.\\[\\(\\{\\\\\\$\\^\\|\\-\\/', ['.[({\\$^|-/'], ['x[({\\$^|-/']],
  ['(a(?:b|c)){2}', ['abac'], ['ab', 'abacab']],
  ['a{0}b', ['b'], ['ab']],
  ['a{3}', ['aaa'], ['aa', 'aaaa']],
  ['a{2,}', ['aa', 'aaaaa'], ['a']],
  ['(?i)ak[i-k]Ä', ['AKJÄ', 'akiÄ'], ['akiä', 'akl']],
  ['a+?b??c*?', ['aabcc', 'a'], ['b']],
  ['(a*)*b', ['aab', 'b'], ['a']],
  ['a]b}', ['a]b}'], ['ab']],
])('%s', (pattern, good, bad) => {
  expect(good.filter((text) => !fits(pattern)(text))).toEqual([]);
  expect(bad.filter((text) => fits(pattern)(text))).toEqual([]);
});

test.each([
  ['ab(c', '(', '`(` is not closed'],
  ['ab)c', ')', '`)` closes no group'],
  ['[a', '[', '`[` is not closed'],
  ['x[]y', '[]', 'the class has no characters'],
  ['[z-a]', 'z-a', 'the range ends before it starts'],
  ['[\\d-z]', '\\d-z', 'a set starts or ends no range'],
  ['[[:alpha:]]', '[:', '`[:` is not supported'],
  ['*a', '*', '`*` repeats nothing'],
  ['a{2}{3}', '{2}{', 'two repetitions follow one another'],
  ['a*+', '*+', 'two repetitions follow one another'],
  ['a{x}', '{', '`{` starts no repetition'],
  ['a{5,2}', '{5,2}', 'the most is less than the least'],
  ['a{1001}', '{1001}', 'repeats too often'],
  ['(?=a)b', '(?=', 'looking around is not supported'],
  ['a(?<!b)', '(?<!', 'looking around is not supported'],
  ['(?<year>a)', '(?<', '`(?<` is not supported'],
  ['a(?i)', '(?i)', '`(?i)` is not supported'],
  ['(a)\\1', '\\1', 'references to groups are not supported'],
  ['\\bword', '\\b', '`\\b` is not supported'],
  ['\\p{L}', '\\p', '`\\p` is not supported'],
  ['a\\', '\\', '`\\` escapes nothing'],
  ['\\u{110000}', '\\u{110000}', 'no character has this number'],
  ['a^b', '^', '`^` is not supported here'],
  ['a$b', '$', '`$` is not supported here'],
  ['^a|b', '^a|b', '`^` and `$` are of one alternative alone'],
  ['a|b$', 'a|b$', '`^` and `$` are of one alternative alone'],
  ['((a{100}){100}){100}', '((a{100}){100}){100}', 'the pattern is too large'],
])('%s is refused at %s', (pattern, stretch, problem) => {
  const read = readPattern(pattern);
  const found = read.kind === 'problem' ? [pattern.slice(read.start, read.end), read.problem] : [];
  expect(found).toEqual([stretch, problem]);
});

test('groups that are nested too deep are refused, however deep', () => {
  const deep = `${'('.repeat(100_000)}a${')'.repeat(100_000)}`;
  expect(readPattern(deep)).toMatchObject({ problem: 'groups are nested too deep' });
});

/** With the expressions of JavaScript, each of these takes longer than the universe is old. */
describe('patterns that make others go back', () => {
  const long = 'a'.repeat(sized(1_000_000));
  test.each(['(a+)+b', '(a|a)*b', '(a|aa)+b', '(.*)*x', '(.*a){20}b', '(a?){500}a{500}', '((a*)*)*b', '([a-z]+)*\\d'])(
    '%s',
    (pattern) => expect(fits(pattern)(`${long}!`)).toBe(false),
  );

  test('sets of ways that are too many to know are worked out again', () => {
    const text = Array.from({ length: sized(20_000) }, (_unused, index) => ((index * 7919) % 13 < 6 ? 'a' : 'b')).join(
      '',
    );
    const expected = text.at(-300) === 'a';
    expect(fits('(a|b)*a(a|b){299}')(text)).toBe(expected);
  });
});

const CHARACTER = fc.constantFrom('a', 'b', '-', '.', '\\d', '\\w', '[ab]', '[^a]', '[a-b-]', '\\.', '1', '😀');
const { pattern: PATTERN } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc
    .array(
      fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((choices) => choices.join('|')),
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    CHARACTER,
    fc.tuple(CHARACTER, fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}')).map((both) => both.join('')),
    fc.tuple(tie('pattern'), fc.constantFrom('', '*', '+', '?', '{2}')).map(([inner, count]) => `(?:${inner})${count}`),
  ),
}));

test('as the same regular expression', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '1', '😀', '\n'), maxLength: 7 });
  fc.assert(
    fc.property(PATTERN, fc.array(text, { maxLength: 6 }), (pattern, texts) => {
      const expression = new RegExp(`^(?:${pattern})$`, 'u');
      const found = texts.map(fits(pattern));
      expect(found).toEqual(texts.map((one) => expression.test(one)));
    }),
    { numRuns: tried(5_000) },
  );
});
