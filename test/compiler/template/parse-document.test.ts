/** Files to fill: references between any delimiters, their forms, and what is wrong, each at its place. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseDocument } from '#compiler/template/parse-document.js';
import { tried } from '../../helpers/thoroughness.js';

type Between = readonly [string, string];
const MUSTACHE: Between = ['{{', '}}'];

const shapeOf = (text: string, between: Between | null = null) =>
  parseDocument(text, between).parts.map((part) => ('text' in part ? part.text : [part.secret, ...part.forms]));
const problemsOf = (text: string, between: Between | null = null) =>
  parseDocument(text, between).problems.map(({ kind, start, end }) => [kind, start, text.slice(start, end)]);

test.each<[string, Between | null, unknown[]]>([
  ['', null, []],
  ['a $HOME $', null, ['a ', '$', 'HOME ', '$']],
  ['$$${A}$${B}', null, ['$', ['A'], '$', '{B}']],
  ['${A|json} ${B|url|json}', null, [['A', 'json'], ' ', ['B', 'url', 'json']]],
  ['{{A}}{{ B | json }}', MUSTACHE, [['A'], ['B', 'json']]],
  ['{{{{ {{A}} } }} {x} ${B}', MUSTACHE, ['{{', ' ', ['A'], ' } }} ', '{', 'x} ${B}']],
  ['<%A%> % < %>', ['<%', '%>'], [['A'], ' % ', '<', ' %>']],
  ['@A@@@', ['@', '@'], [['A'], '@']],
  ['[[A]]\\d^', ['[[', ']]'], [['A'], '\\d^']],
])('%j between %j', (text, between, shape) => {
  expect(problemsOf(text, between)).toEqual([]);
  expect(shapeOf(text, between).join('\n').replaceAll('\n', '')).toBe(shape.join('\n').replaceAll('\n', ''));
  expect(shapeOf(text, between).filter((part) => Array.isArray(part))).toEqual(
    shape.filter((part) => Array.isArray(part)),
  );
});

test.each<[string, Between | null, unknown[]]>([
  [
    'x ${a} ${A:-b} ${',
    null,
    [
      ['malformed', 2, '${a}'],
      ['fallback operator', 7, '${A:-b}'],
      ['unclosed', 15, '${'],
    ],
  ],
  ['${A\n} ${B}', null, [['unclosed', 0, '${']]],
  ['${ A }', null, [['malformed', 0, '${ A }']]],
  [
    '{{}} {{ a}}',
    MUSTACHE,
    [
      ['malformed', 0, '{{}}'],
      ['malformed', 5, '{{ a}}'],
    ],
  ],
])('%j between %j is wrong', (text, between, problems) => {
  expect(problemsOf(text, between)).toEqual(problems);
});

const delimiter = fc.stringMatching(/^[!-/:-@[-^`{-~]{1,4}$/u);
const LINE = fc.stringMatching(/^[ -~é😀]{0,20}$/u);

test('every text is split whole, whatever the delimiters: what is not a reference stays', () => {
  fc.assert(
    fc.property(delimiter, delimiter, fc.array(LINE), (open, close, lines) => {
      // A closing delimiter that occurs in the text of a name cannot be told from its end; none has letters.
      const literal = lines.map((line) => line.replaceAll(open[0] ?? '', ''));
      const text = literal.join(`${open}NAME${close}`);
      const { parts, problems } = parseDocument(text, [open, close]);
      expect(problems).toEqual([]);
      expect(parts.filter((part) => 'secret' in part)).toHaveLength(Math.max(0, lines.length - 1));
      expect(parts.map((part) => ('text' in part ? part.text : '')).join('')).toBe(literal.join(''));
    }),
    { numRuns: tried(100) },
  );
});
