/** Removes a key or table, in whichever way it is written: as a pair, as dotted keys, in an inline table, below headers. */
import {
  endOfSection,
  type InlineTable,
  isSection,
  type PlacedPair,
  pairsOf,
  type Section,
  sectionsOf,
  spanOfPair,
  startsWith,
} from './layout.js';
import {
  commaAfter,
  endOfLine,
  isBlankLine,
  splice,
  startOfLine,
  startOfText,
  startWithComments,
} from './text-lines.js';

/** Null if nothing written has this path, or the text is too long. */
export function removePart(text: string, path: readonly string[]): string | null {
  let left: string | null = null;
  for (let next = withoutFirst(text, path); next !== null; next = withoutFirst(next, path)) left = next;
  return left;
}

function withoutFirst(text: string, path: readonly string[]): string | null {
  const sections = sectionsOf(text) ?? [];
  const index = sections.findIndex((section) => section.header !== null && startsWith(section.path, path));
  if (index !== -1) return withoutSection(text, sections, index);
  for (const found of pairsOf(sections)) {
    if (startsWith(found.path, path)) return withoutPair(text, sections, found);
  }
  return null;
}

function withoutSection(text: string, sections: readonly Section[], index: number): string | null {
  const section = sections[index];
  if (section?.header == null) return null;
  const before = sections[index - 1];
  return withoutStatements(text, section.header.start, endOfSection(section), before ? endOfSection(before) : 0);
}

function withoutPair(text: string, sections: readonly Section[], { pair, owner }: PlacedPair): string {
  if (!isSection(owner)) return withoutInlinePair(text, owner, owner.pairs.indexOf(pair));
  const { start, end } = spanOfPair(pair);
  const before = owner.pairs[owner.pairs.indexOf(pair) - 1];
  const section = sections[sections.indexOf(owner) - 1];
  const above = before?.value.span.end ?? owner.header?.end ?? (section ? endOfSection(section) : 0);
  return withoutStatements(text, start, end, above);
}

/** Without their lines and the comments directly above; of blank lines before and after, one group is left. */
function withoutStatements(text: string, first: number, last: number, above: number): string {
  const line = startOfLine(text, first);
  const commented = startWithComments(text, line, above);
  let start = commented === startOfText(text) ? line : commented;
  let end = endOfLine(text, last);
  const isApart = start === startOfText(text) || isBlankLine(text, startOfLine(text, start - 1));
  if (!isApart) return splice(text, start, end, '');
  while (isBlankLine(text, end)) end = endOfLine(text, end);
  while (end === text.length && start > startOfText(text) && isBlankLine(text, startOfLine(text, start - 1))) {
    start = startOfLine(text, start - 1);
  }
  return splice(text, start, end, '');
}

function withoutInlinePair(text: string, { span, pairs }: InlineTable, index: number): string {
  const pair = pairs[index];
  if (pair === undefined) return text;
  const { start, end } = spanOfPair(pair);
  const before = pairs[index - 1];
  const next = pairs[index + 1];
  const comma = commaAfter(text, end);
  const line = startOfLine(text, start);
  const above = before?.value.span.end ?? span.start + 1;
  if (line >= above && text.slice(line, start).trim() === '') {
    return withoutInlineLines(text, startWithComments(text, line, above), comma ?? end);
  }
  if (next !== undefined) return splice(text, start, afterBlanks(text, comma ?? end), '');
  const commaBefore = before === undefined ? null : commaAfter(text, before.value.span.end);
  if (commaBefore !== null) return splice(text, commaBefore - 1, end, '');
  const isOnlyPair =
    text.slice(span.start + 1, start).trim() === '' && text.slice(comma ?? end, span.end - 1).trim() === '';
  return isOnlyPair ? splice(text, span.start, span.end, '{}') : splice(text, start, comma ?? end, '');
}

/** On a line of its own. What follows on that line stays, unless it is a comment. */
function withoutInlineLines(text: string, start: number, end: number): string {
  const rest = /^[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/.exec(text.slice(end));
  if (rest !== null) return splice(text, start, end + rest[0].length, '');
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
  return splice(text, start, afterBlanks(text, end), indent);
}

function afterBlanks(text: string, offset: number): number {
  return offset + (/^[ \t]*/.exec(text.slice(offset))?.[0].length ?? 0);
}
