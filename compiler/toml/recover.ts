/**
 * A text of which some statements cannot be read, such as one that is being typed: the same text with these blanked, so
 * that the rest has its values and its offsets. For what an editor shows; findings come from the strict reading.
 */
import { parse, TomlError } from 'smol-toml';
import type { Span } from '../source/toml-string.js';

/** A header or a pair, up to the line on which the next one begins. */
export interface StatementSpan extends Span {
  readonly isReadable: boolean;
}

/** How a line looks on which a statement begins. */
const BEGINNING =
  /^[ \t]*(?:\[{1,2}[A-Za-z0-9_."' -]+\]{1,2}[ \t]*(?:#.*)?$|(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')(?:[ \t]*\.[ \t]*(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*'))*[ \t]*=)/u;
/** What may span lines that look like the beginning of a statement. */
const OPEN_AT_LINE_END = /"""|'''|[[{][ \t]*(?:#.*)?\r?$/u;
/** No statement of a manifest has more such lines, and trying them takes time. */
const MOST_LINES = 40;
/** Each statement that defines something again needs one more reading. */
const MOST_REDEFINITIONS = 50;

/** The text itself if all of it can be read. Every character that is not a line end keeps its offset. */
export function recovered(text: string): string {
  return isToml(text) ? text : withoutRedefinitions(withoutUnreadable(text));
}

/** The statements of a text in order, with the lines before the first one. */
export function statementSpans(text: string): readonly StatementSpan[] {
  const lines = linesIn(text);
  const beginnings = lines.flatMap(({ start, end }, index) => (BEGINNING.test(text.slice(start, end)) ? [index] : []));
  const endAfter = (beginning: number) => lineStart(lines, beginnings[beginning + 1] ?? lines.length, text);
  const found: StatementSpan[] = [];
  const first = lineStart(lines, beginnings[0] ?? lines.length, text);
  if (first > 0) found.push({ start: 0, end: first, isReadable: isToml(text.slice(0, first)) });
  for (let index = 0; index < beginnings.length; index++) {
    const start = lineStart(lines, beginnings[index] ?? 0, text);
    const last = lastLineOf(text, start, index, beginnings.length, endAfter);
    found.push({ start, end: endAfter(last ?? index), isReadable: last !== null });
    index = last ?? index;
  }
  return found;
}

/** The last of the following beginnings that belongs to the statement; null if it cannot be read with any number of them. */
function lastLineOf(
  text: string,
  start: number,
  index: number,
  count: number,
  endAfter: (beginning: number) => number,
): number | null {
  const alone = text.slice(start, endAfter(index));
  if (isToml(alone)) return index;
  if (!alone.split('\n', 1).some((line) => OPEN_AT_LINE_END.test(line))) return null;
  for (let last = index + 1; last < Math.min(count, index + MOST_LINES); last++) {
    if (isToml(text.slice(start, endAfter(last)))) return last;
  }
  return null;
}

function withoutUnreadable(text: string): string {
  return statementSpans(text)
    .map((span) =>
      span.isReadable ? text.slice(span.start, span.end) : readablePart(text.slice(span.start, span.end)),
    )
    .join('');
}

/** The first lines may be a statement, and only what follows them is not. */
function readablePart(statement: string): string {
  const lines = statement.split('\n');
  for (let length = Math.min(lines.length - 1, MOST_LINES); length > 0; length--) {
    // With its line end: the CR of CRLF alone cannot be read.
    const part = `${lines.slice(0, length).join('\n')}\n`;
    if (isToml(part)) return part + blank(statement.slice(part.length));
  }
  return blank(statement);
}

/** What is defined a second time is an error of the whole text, in a statement that can be read. */
function withoutRedefinitions(text: string): string {
  let rest = text;
  for (let count = 0; count < MOST_REDEFINITIONS; count++) {
    const line = lineOfError(rest);
    if (line === null) return rest;
    const { start = 0 } = linesIn(rest)[line] ?? {};
    const wrong = statementSpans(rest).find((span) => span.start <= start && start < span.end);
    if (wrong === undefined) break;
    rest = rest.slice(0, wrong.start) + blank(rest.slice(wrong.start, wrong.end)) + rest.slice(wrong.end);
  }
  return lineOfError(rest) === null ? rest : blank(rest);
}

/** Counted from 0; null if the text can be read. */
function lineOfError(text: string): number | null {
  try {
    parse(text);
    return null;
  } catch (error) {
    return error instanceof TomlError ? error.line - 1 : 0;
  }
}

function isToml(text: string): boolean {
  return lineOfError(text) === null;
}

function linesIn(text: string): readonly Span[] {
  return Array.from(text.matchAll(/[^\n]*(?:\n|$)/gu), ({ 0: line, index }) => ({
    start: index,
    end: index + line.replace(/\r?\n$/u, '').length,
  }));
}

function lineStart(lines: readonly Span[], line: number, text: string): number {
  return lines[line]?.start ?? text.length;
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/gu, (character) => ' '.repeat(character.length));
}
