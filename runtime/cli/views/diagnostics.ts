/** Diagnostics as people read them: every command shows the same findings in the same text (style guide, section 7). */

import type { Diagnostic, Place } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import { byName } from '#schemas/named.js';
import { shortened } from '#schemas/shortened.js';
import { blockOf, headerOf, type LocatedDiagnostic, type Note } from './diagnostic-block.js';
import { type Paint, painter } from './paint.js';
import { escapeForTerminal } from './terminal-text.js';

export interface DiagnosticsLayout {
  readonly locate: Locate;
  readonly colour: boolean;
  /** Files in the order in which their findings are shown; others follow by name. */
  readonly files?: readonly string[];
  /** Columns of the terminal, for lines of files and for sentences. */
  readonly width?: number;
  /** More findings of one code than this are listed in a line each; left out: they are shown in full, too. */
  readonly inFull?: number;
  /** Columns for sentences without a terminal; if left out, they are not broken. */
  readonly sentences?: number;
}

/** A line of a file is shown this far, however wide the terminal is. */
const MOST_COLUMNS = 200;
const FEWEST_COLUMNS = 40;
/** Columns before a line: its number and the frame. */
const MARGIN = 8;
/** More findings of one code than this are only counted, be they shown in full or listed. */
const MOST_OF_ONE_CODE = 50;

/** The findings in the order of files and positions, a blank line between; ends with a line end unless there are none. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], layout: DiagnosticsLayout): string {
  const paint = painter(layout.colour);
  const columns = Math.max(Math.min((layout.width ?? Number.POSITIVE_INFINITY) - MARGIN, MOST_COLUMNS), FEWEST_COLUMNS);
  const found = inReadingOrder(diagnostics, layout.locate, layout.files);
  const { inFull = MOST_OF_ONE_CODE } = layout;
  const width = layout.width ?? layout.sentences ?? Number.POSITIVE_INFINITY;
  const { shown, left } = firstOfEachCode(found, inFull);
  const blocks = [
    ...shown.map((one) => blockOf(one, { paint, columns, width })),
    ...left.map((rest) => restOf(rest, MOST_OF_ONE_CODE - inFull, paint)),
  ];
  return blocks.map((block) => `${block}\n`).join('\n');
}

/** Findings with their places, in the order of files and positions. */
export function inReadingOrder(
  diagnostics: readonly Diagnostic[],
  locate: Locate,
  files: readonly string[] = [],
): readonly LocatedDiagnostic[] {
  return diagnostics.map((diagnostic) => located(diagnostic, locate)).sort(inOrder(files));
}

function located(diagnostic: Diagnostic, locate: Locate): LocatedDiagnostic {
  const noteAt = (at: Place, text: string, isPrimary: boolean): Note => ({
    isPrimary,
    file: at.file,
    located: locate(at),
    text,
  });
  const labels = diagnostic.labels.map(({ at, text }) => noteAt(at, text, false)).filter(isTelling(diagnostic.at));
  const notes = diagnostic.at === null ? labels : [noteAt(diagnostic.at, diagnostic.message, true), ...labels];
  return { diagnostic, notes };
}

/** A label without a position in the same file is not useful. */
function isTelling(at: Place | null): (label: Note) => boolean {
  return ({ file, located }) => located !== null || file !== at?.file;
}

/** What has no place comes last, and what has no known line before the lines of its file. Equal places keep their order. */
function inOrder(files: readonly string[]) {
  const rank = new Map(files.map((file, index) => [file, index]));
  const rankOf = (file: string) => rank.get(file) ?? files.length;
  return (left: LocatedDiagnostic, right: LocatedDiagnostic): number => {
    const [here, there] = [primaryOf(left), primaryOf(right)];
    if (here === null || there === null) return Number(here === null) - Number(there === null);
    return (
      rankOf(here.file) - rankOf(there.file) ||
      byName(here.file, there.file) ||
      (here.located?.line ?? 0) - (there.located?.line ?? 0) ||
      (here.located?.column ?? 0) - (there.located?.column ?? 0)
    );
  };
}

function primaryOf({ notes: [first] }: LocatedDiagnostic): Note | null {
  return first?.isPrimary === true ? first : null;
}

type AtLeastOne = readonly [LocatedDiagnostic, ...LocatedDiagnostic[]];

/** The first findings of each code, and the others code by code. */
function firstOfEachCode(
  found: readonly LocatedDiagnostic[],
  most: number,
): { readonly shown: readonly LocatedDiagnostic[]; readonly left: readonly AtLeastOne[] } {
  const counts = new Map<string, number>();
  const left = new Map<string, [LocatedDiagnostic, ...LocatedDiagnostic[]]>();
  const shown = found.filter((one) => {
    const { code } = one.diagnostic;
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    if (count <= most) return true;
    const others = left.get(code);
    if (others === undefined) left.set(code, [one]);
    else others.push(one);
    return false;
  });
  return { shown, left: [...left.values()] };
}

/** How many there are, and the first of them in a line each. */
function restOf(rest: AtLeastOne, most: number, paint: Paint): string {
  const listed = rest.slice(0, most).map((one) => `  ${lineOf(one)}`);
  const others = rest.length - listed.length;
  const count = listed.length > 0 && others > 0 ? [`  and ${others} more`] : [];
  return [`${headerOf(rest[0].diagnostic, paint)}: ${rest.length} more`, ...listed, ...count].join('\n');
}

/** `manifest.toml:6:18 what is wrong` */
function lineOf(found: LocatedDiagnostic): string {
  const note = primaryOf(found);
  const { message } = found.diagnostic;
  if (note === null) return shortened(escapeForTerminal(message), MOST_COLUMNS);
  const position = note.located === null ? '' : `:${note.located.line}:${note.located.column}`;
  return shortened(`${escapeForTerminal(note.file)}${position} ${escapeForTerminal(message)}`, MOST_COLUMNS);
}
