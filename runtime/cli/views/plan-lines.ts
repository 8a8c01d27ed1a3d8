/** The layout of a shown plan: sections, labelled lines, lists of names that are broken before they get too long. */
import type { Some } from '#schemas/plan-outline.js';
import { moreWords } from './plan-words.js';
import { escapeForTerminal } from './terminal-text.js';

const LABEL_WIDTH = 10;
const LINE_WIDTH = 100;

export type Lines = readonly string[];

/** Nothing where there is nothing to say. */
export function section(title: string, lines: Lines): Lines {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** `    from     vault: …`: the text of every line starts in the same column. */
export function labelled(label: string, text: string): string {
  return `    ${label.padEnd(LABEL_WIDTH)}${text}`;
}

/** A label and names after it, on as many lines as they need; none where there are no names. */
export function labelledNames(label: string, { shown, more }: Some<string>): Lines {
  if (shown.length === 0) return [];
  const names = more === 0 ? shown : [...shown, moreWords(more)];
  return wrapped(names).map((text, index) => labelled(index === 0 ? label : '', text));
}

/** Two columns, the first as wide as its widest. */
export function columns(rows: readonly (readonly [string, string])[]): Lines {
  const width = rows.reduce((widest, [left]) => Math.max(widest, left.length), 0);
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

export function printed(lines: Lines): string {
  return lines.map((line) => `${escapeForTerminal(line.trimEnd())}\n`).join('');
}

function wrapped(names: readonly string[]): Lines {
  const lines: string[] = [];
  let line = '';
  for (const name of names) {
    if (line !== '' && line.length + name.length + LABEL_WIDTH + 5 > LINE_WIDTH) {
      lines.push(`${line},`);
      line = '';
    }
    line = line === '' ? name : `${line}, ${name}`;
  }
  return [...lines, line];
}
