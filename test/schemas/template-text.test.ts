import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseTemplate } from '#compiler/template/parse-template.js';
import type { TemplatePart } from '#schemas/plan.js';
import { templateText } from '#schemas/template-text.js';

const partsOf = (text: string) => {
  const parsed = parseTemplate(text);
  return parsed.kind === 'template' ? parsed.parts : null;
};

test.each([
  ['${A}', '${A}'],
  ['$${A}${B}', '$${A}${B}'],
  ['$$${A}', '$$${A}'],
  ['$5 for ${A}', '$$5 for ${A}'],
])('%j is spelled %j', (written, spelled) => expect(templateText(partsOf(written) ?? [])).toBe(spelled));

test('the text of a template has the same parts', () => {
  const text = fc.string({ unit: fc.constantFrom('$', '{', '}', 'A', ' '), minLength: 1 }).map((text) => ({ text }));
  const secret = fc.constantFrom('A', 'B').map((name) => ({ secret: name }));
  const isParsed = (parts: readonly TemplatePart[]) =>
    parts.some((part) => 'secret' in part) &&
    parts.every((part, index) => 'secret' in part || !('text' in (parts[index - 1] ?? {})));
  fc.assert(
    fc.property(fc.array(fc.oneof(text, secret)).filter(isParsed), (parts) => {
      expect(partsOf(templateText(parts))).toEqual(parts);
    }),
  );
});
