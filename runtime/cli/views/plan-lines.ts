/** The layout of a shown plan: sections, labelled lines, lists of names, lines that fit a width. */
import type { Some } from '#schemas/plan-outline.js';
import { namesWords } from './plan-words.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging, wrapped } from './wrap.js';

const LABEL_WIDTH = 10;
/** The width of a line if none is given. */
export const USUAL_WIDTH = 100;

export type PlanLines = readonly string[];

/** Nothing where there is nothing to say. */
export function section(title: string, lines: PlanLines): PlanLines {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** `    from     vault: …`: the text of every line starts in the same column. */
export function labelled(label: string, text: string): string {
  return `    ${label.padEnd(LABEL_WIDTH)}${text}`;
}

/** A label and names after it; none where there are no names. */
export function labelledNames(label: string, names: Some<string>): PlanLines {
  return names.shown.length === 0 ? [] : [labelled(label, namesWords(names))];
}

/** Two columns, the first as wide as its widest. */
export function columns(rows: readonly (readonly [string, string])[]): PlanLines {
  const width = rows.reduce((widest, [left]) => Math.max(widest, left.length), 0);
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

/** Long lines continue below their own text; a word is never broken. */
export function printed(lines: PlanLines, width: number): string {
  const fitted = lines.flatMap((line) => {
    const text = escapeForTerminal(line.trimEnd());
    const lead = LABEL.exec(text)?.[0] ?? '';
    return lead === '' ? wrappedPlain(text, width) : hanging(lead, text.slice(lead.length), width);
  });
  return fitted.map((line) => `${line}\n`).join('');
}
const LABEL = new RegExp(`^ {4}\\S.{${LABEL_WIDTH - 1}}`, 'u');

/** A line without a label continues with a larger indent. */
function wrappedPlain(text: string, width: number): PlanLines {
  const indent = text.length - text.trimStart().length;
  const [first = '', ...rest] = wrapped(text.slice(indent), width - indent - FURTHER);
  return [`${' '.repeat(indent)}${first}`, ...rest.map((line) => `${' '.repeat(indent + FURTHER)}${line}`)];
}
const FURTHER = 4;
