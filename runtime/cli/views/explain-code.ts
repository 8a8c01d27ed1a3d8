/** A code explained for people, and the list of all codes. */
import type { Example } from '#schemas/explanations/explanation.js';
import type { ExplainedCode, TitledCode } from '../../analysis/explain-code.js';
import { wrapped } from './wrap.js';

const COLUMNS = 80;

export function codeText({ code, title, explanation: { text, wrong, right } }: ExplainedCode): string {
  const parts = [
    `${code}: ${title}`,
    wrapped(text, COLUMNS).join('\n'),
    `Wrong${of(wrong)}:`,
    indented(wrong),
    `Right${of(right)}:`,
    indented(right),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** By family, in the order of the codes. */
export function codeList(codes: readonly TitledCode[], families: readonly (readonly [string, string])[]): string {
  const chapters = families.map(([family, about]) => {
    const lines = codes
      .filter(({ code }) => code.slice(1, 3) === family)
      .map(({ code, title }) => `  ${code}  ${title}\n`);
    return `${about}\n${lines.join('')}`;
  });
  return chapters.join('\n');
}

function of({ kind }: Example): string {
  return kind === 'user configuration' ? ', in the user configuration' : '';
}

function indented({ text }: Example): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');
}
