/** Fixes with the lines and columns of their edits, as programs read them. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import { linesOf } from '../source/lines.js';
import type { SourceFile } from '../source/source-file.js';
import { fixEdits, type TextEdit } from './fix-edits.js';

/** As in findings: lines and columns count from 1, columns in characters, the end exclusive. */
export interface PlacedEdit extends TextEdit {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
export interface PlacedFix {
  readonly title: string;
  readonly preferred: boolean;
  readonly edits: readonly PlacedEdit[];
}

/** The fixes of a finding in these files; without those that cannot be placed, or whose file must not be shown. */
export function placedFixes(
  sources: readonly SourceFile[],
  locate: Locate,
): (finding: Diagnostic) => readonly PlacedFix[] {
  const shown = new Map(
    sources.flatMap(({ path, text, origin }) => (origin === 'outside' ? [] : [[path, text] as const])),
  );
  const placed = (edit: TextEdit): PlacedEdit => {
    const lines = linesOf(shown.get(edit.file) ?? '');
    const [first, last] = [lines.at(edit.start), lines.at(edit.end)];
    return { ...edit, ...first, endLine: last.line, endColumn: last.column };
  };
  return ({ fixes = [] }) =>
    fixes.flatMap((fix) => {
      const edits = fixEdits(fix, (file) => shown.get(file) ?? null, locate);
      return edits === null ? [] : [{ title: fix.title, preferred: fix.preferred, edits: edits.map(placed) }];
    });
}
