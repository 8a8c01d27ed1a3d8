import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseTemplate } from '#compiler/template/parse-template.js';
import type { TemplatePart } from '#schemas/plan.js';

const partsOf = (text: string) => {
  const parsed = parseTemplate(text);
  return parsed.kind === 'template' ? parsed.parts : parsed;
};
const problemsOf = (text: string) => {
  const parsed = parseTemplate(text);
  return parsed.kind === 'problems'
    ? parsed.problems.map(({ kind, start, end }) => [kind, text.slice(start, end)])
    : parsed;
};

test.each<[string, TemplatePart[]]>([
  ['${A}', [{ secret: 'A' }]],
  ['pg://${U}:${P_2}@h', [{ text: 'pg://' }, { secret: 'U' }, { text: ':' }, { secret: 'P_2' }, { text: '@h' }]],
  ['$$${U}$$', [{ text: '$' }, { secret: 'U' }, { text: '$' }]],
  ['$${U}-${P}', [{ text: '${U}-' }, { secret: 'P' }]],
  ['$$$${U}${P}', [{ text: '$${U}' }, { secret: 'P' }]],
  ['{"u":"${U}"}', [{ text: '{"u":"' }, { secret: 'U' }, { text: '"}' }]],
  ['a$b-${U}$', [{ text: 'a$b-' }, { secret: 'U' }, { text: '$' }]],
  ['$(x) ${U}\n', [{ text: '$(x) ' }, { secret: 'U' }, { text: '\n' }]],
  ['${A}${A}', [{ secret: 'A' }, { secret: 'A' }]],
  ['😀${A}\ud800', [{ text: '😀' }, { secret: 'A' }, { text: '\ud800' }]],
])('%j has parts', (text, parts) => expect(partsOf(text)).toEqual(parts));

test('references know where they stand', () => {
  expect(parseTemplate('$$😀${A}-${B2}')).toMatchObject({
    references: [
      { secret: 'A', start: 4, end: 8 },
      { secret: 'B2', start: 9, end: 14 },
    ],
  });
});

test.each([
  ['${U', [['unclosed', '${']]],
  ['${', [['unclosed', '${']]],
  ['${A} ${', [['unclosed', '${']]],
  ['${u}', [['malformed', '${u}']]],
  ['${_A}', [['malformed', '${_A}']]],
  ['${1}', [['malformed', '${1}']]],
  ['${}', [['malformed', '${}']]],
  ['${ A }', [['malformed', '${ A }']]],
  ['${A\n}', [['malformed', '${A\n}']]],
  ['${A{B}', [['malformed', '${A{B}']]],
  ['${${A}}', [['malformed', '${${A}']]],
  ['${U:-x}', [['fallback operator', '${U:-x}']]],
  ['${U-x}', [['fallback operator', '${U-x}']]],
  ['${U:?}', [['fallback operator', '${U:?}']]],
  ['${U:0:1}', [['malformed', '${U:0:1}']]],
  [
    '${a}${b}${C}${D',
    [
      ['malformed', '${a}'],
      ['malformed', '${b}'],
      ['unclosed', '${'],
    ],
  ],
  ['', [['no reference', '']]],
  ['$${A}', [['no reference', '$${A}']]],
])('%j has problems', (text, problems) => expect(problemsOf(text)).toEqual(problems));

test('text and references come back as they went in', () => {
  const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,9}$/);
  const part = fc.oneof(fc.record({ text: fc.string({ unit: 'binary', minLength: 1 }) }), fc.record({ secret: name }));
  fc.assert(
    fc.property(fc.array(part), name, (some, last) => {
      const written = [...some, { secret: last }];
      const template = written
        .map((one) => ('text' in one ? one.text.replaceAll('$', '$$$$') : `\${${one.secret}}`))
        .join('');
      const spelled = (parts: readonly TemplatePart[]) =>
        parts.map((one) => ('text' in one ? one.text : `<${one.secret}>`)).join('');
      const parsed = parseTemplate(template);
      expect(parsed.kind === 'template' && spelled(parsed.parts)).toBe(spelled(written));
    }),
  );
});

test('every text gives parts or problems', () => {
  const text = fc
    .array(fc.constantFrom('$', '{', '}', 'A', 'a', ':-', '\n', '${', '${B}'))
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (written) => {
      const parsed = parseTemplate(written);
      const found = parsed.kind === 'template' ? parsed.references : parsed.problems;
      expect(found.length).toBeGreaterThan(0);
    }),
  );
});

test.each(['${', '${A', '${A}', '$$', '$', '{', '}', 'a'])('a hundred thousand times %j is read', (text) => {
  expect(parseTemplate(text.repeat(100_000)).kind).toBe(text === '${A}' ? 'template' : 'problems');
});
