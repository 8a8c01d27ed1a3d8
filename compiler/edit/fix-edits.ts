/** The edits of a fix, as stretches of the texts that they change. */
import type { Fix, FixEdit } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import { commaAfter } from './text-lines.js';

export interface TextEdit {
  /** As in places. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Null if one of them cannot be placed. */
export function fixEdits(
  fix: Fix,
  textOf: (file: string) => string | null,
  locate: Locate,
): readonly TextEdit[] | null {
  const edits = fix.edits.map((edit) => textEdit(edit, textOf(edit.at.file), locate));
  return edits.every((edit) => edit !== null) ? edits : null;
}

/** The text after edits of one file, none of which overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((left, right) => right.start - left.start)
    .reduce((edited, { start, end, text: inserted }) => edited.slice(0, start) + inserted + edited.slice(end), text);
}

function textEdit({ at, text }: FixEdit, source: string | null, locate: Locate): TextEdit | null {
  const found = source === null ? null : locate(at);
  if (source === null || found === null) return null;
  const span = text === '' && typeof at.path.at(-1) === 'number' ? withComma(source, found) : found;
  return { file: at.file, start: span.start, end: span.end, text };
}

/** An entry of a list with the comma after it and the blanks after that; the last one with the comma before it. */
function withComma(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  const after = commaAfter(text, end);
  if (after !== null) return { start, end: after + (/^[ \t]*/u.exec(text.slice(after))?.[0].length ?? 0) };
  const before = /,[ \t\r\n]*$/u.exec(text.slice(0, start))?.[0].length ?? 0;
  return { start: start - before, end };
}
