/** Templates of composed secrets. */
import fc from 'fast-check';
import { parseTemplate } from '#compiler/template/parse-template.js';
import { must, target } from '../target.js';
import { anyText, damaged } from '../texts.js';

const TEMPLATES = ['postgres://${USER}:${PASSWORD}@db/$$x', '${A}${B_1}', '$$${A}$', 'a{b}c ${X} {', '${A:-x}', '${a}'];

export const templates = target({
  name: 'templates',
  share: 8,
  inputs: fc.oneof(damaged(TEMPLATES), anyText),
  judge: (text) => {
    const parsed = parseTemplate(text);
    if (parsed.kind === 'problems') {
      must(parsed.problems.length > 0, 'refused without a problem');
      for (const { start, end } of parsed.problems) mustLieIn(text, start, end);
      return;
    }
    for (const { secret, start, end } of parsed.references) {
      mustLieIn(text, start, end);
      must(text.slice(start, end) === `\${${secret}}`, 'a reference stands where it is said to stand');
    }
    const written = parsed.parts.map((part) =>
      'text' in part ? part.text.replaceAll('$', '$$$$') : `\${${part.secret}}`,
    );
    const again = parseTemplate(written.join(''));
    must(again.kind === 'template', 'parts can be written down');
    must(JSON.stringify(again.parts) === JSON.stringify(parsed.parts), 'and mean the same');
  },
});

function mustLieIn(text: string, start: number, end: number): void {
  must(start >= 0 && start <= end && end <= text.length, `${start} to ${end} is outside of ${text.length} characters`);
}
