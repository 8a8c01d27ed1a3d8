/** A code explained for people, and the list of all codes. */
import type { Example, Explanation } from '#schemas/explanations/explanation.js';

export interface TitledCode {
  readonly code: string;
  readonly title: string;
}

const COLUMNS = 80;

export function codeText({ code, title }: TitledCode, { text, wrong, right }: Explanation): string {
  const parts = [
    `${code}: ${title}`,
    wrapped(text),
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

function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
