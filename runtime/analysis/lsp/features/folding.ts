/** What can be folded: tables, values of several lines, blocks of comments. And what is selected step by step. */
import type { FoldingRange, SelectionRange } from 'vscode-languageserver-protocol';
import { FoldingRangeKind } from 'vscode-languageserver-types';
import { asRecord, type Editor, fileIn, invalid, offsetIn, rangeOf } from '../editor.js';
import { sectionsOf } from '../sections.js';

export function foldingRanges(editor: Editor, params: unknown): readonly FoldingRange[] {
  const file = fileIn(editor, params);
  if (file === null) return [];
  const lineOf = (offset: number) => file.positions.position(offset).line;
  const values = file.mentions.filter(
    ({ kind, span }) => kind === 'value' && file.text.slice(span.start, span.end).includes('\n'),
  );
  const spans = [...sectionsOf(file), ...values.map(({ span }) => span)];
  const comments = Array.from(file.text.matchAll(/(?:^[ \t]*#[^\n]*(?:\n|$)){2,}/gmu), ({ 0: block, index }) => ({
    startLine: lineOf(index),
    endLine: lineOf(index + block.trimEnd().length),
    kind: FoldingRangeKind.Comment,
  }));
  return [...spans.map(({ start, end }) => ({ startLine: lineOf(start), endLine: lineOf(end) })), ...comments].filter(
    ({ startLine, endLine }) => endLine > startLine,
  );
}

export function selectionRanges(editor: Editor, params: unknown): readonly SelectionRange[] | null {
  const file = fileIn(editor, params);
  if (file === null) return null;
  const { positions } = asRecord(params);
  if (!Array.isArray(positions)) throw invalid('`positions` must be a list');
  const spans = [
    { start: 0, end: file.text.length },
    ...sectionsOf(file),
    ...file.mentions.flatMap(({ around, span }) => [around, span]),
    ...file.names.map(({ span }) => span),
  ];
  return positions.map((position) => {
    const offset = offsetIn(file, position);
    const around = spans
      .filter(({ start, end }) => start <= offset && offset <= end)
      .sort((left, right) => right.end - right.start - (left.end - left.start));
    let selection: SelectionRange = { range: rangeOf(file, { start: 0, end: file.text.length }) };
    let last = { start: 0, end: file.text.length };
    for (const span of around) {
      const isInside =
        span.start >= last.start && span.end <= last.end && span.end - span.start < last.end - last.start;
      if (!isInside) continue;
      selection = { range: rangeOf(file, span), parent: selection };
      last = span;
    }
    return selection;
  });
}
