/** One diagnostic as text: what is wrong, the lines it is about, what to do (style guide, section 7). */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Located } from '#schemas/diagnostics/located.js';
import { shortened } from '#schemas/shortened.js';
import type { Paint, Style } from './paint.js';
import { excerptOf, type ExcerptMark } from './source-excerpt.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging, widthOf, wrapped } from './wrap.js';

export interface LocatedDiagnostic {
  readonly diagnostic: Diagnostic;
  /** Its own place, if it has one, then those of its labels. */
  readonly notes: readonly Note[];
}
/** A place, located as far as possible, and the text shown there. */
export interface Note {
  readonly isPrimary: boolean;
  readonly file: string;
  readonly located: Located | null;
  readonly text: string;
}
export interface BlockLayout {
  readonly paint: Paint;
  /** Columns of a source line. */
  readonly columns: number;
  /** Columns of sentences, including what precedes them. */
  readonly width: number;
}

interface Frame extends BlockLayout {
  readonly severity: Diagnostic['severity'];
  /** Columns of a line number. */
  readonly gutter: number;
  /** How much of the message is shown. */
  readonly longest: number;
}
/** A note whose line may be shown. */
type ShownNote = Note & { readonly located: Located & { readonly source: string } };

/** Parts are bounded so that all but the labels stay below this, regardless of the text of a manifest or a store. */
const LONGEST_BLOCK = 4_000;
const LONGEST_NAME = 200;
const LONGEST_TEXT = 800;
/** Of a message with parts, which names them all. */
const LONGEST_MESSAGE = 2_200;
const LONGEST_DETAILS = 8_000;
const LONGEST_HELP = 1_400;
const MOST_LINES = 12;
/** Each command to copy has its own line. */
const MOST_HELP_LINES = 24;
const MOST_NOTES = 9;

/** Below 4,000 characters, without a line end at its end. Places for which there is no room are counted. */
export function blockOf({ diagnostic, notes }: LocatedDiagnostic, layout: BlockLayout): string {
  const fewest = notes[0]?.isPrimary === true ? 1 : 0;
  for (let count = Math.min(notes.length, MOST_NOTES); ; count--) {
    const text = linesOf(diagnostic, notes.slice(0, count), notes.length - count, layout).join('\n');
    if (text.length < LONGEST_BLOCK || count <= fewest) return text;
  }
}

/** `error[E0203]: unknown key` */
export function headerOf({ severity, code, title }: Diagnostic, paint: Paint): string {
  return `${paint(severity, `${severity}[${code}]`)}${paint('strong', `: ${title}`)}`;
}

function linesOf(diagnostic: Diagnostic, notes: readonly Note[], left: number, layout: BlockLayout): readonly string[] {
  const shown = notes.filter(isShown);
  const gutter = Math.max(1, ...shown.map(({ located }) => String(located.line).length));
  const longest = (diagnostic.details ?? []).length > 0 ? LONGEST_MESSAGE : LONGEST_TEXT;
  const frame: Frame = { ...layout, severity: diagnostic.severity, gutter, longest };
  const footer = [...detailsOf(diagnostic, frame), ...footerOf(diagnostic, left, frame)];
  return [
    headerOf(diagnostic, layout.paint),
    ...(notes[0]?.isPrimary === true ? [] : hanging('  ', oneLine(diagnostic.message, frame.longest), layout.width)),
    ...notes.filter((note) => !isShown(note)).flatMap((note) => withoutSource(note, frame)),
    ...grouped(shown, ({ file }) => file).flatMap((inFile) => sectionOf(inFile, frame)),
    ...(shown.length > 0 && footer.length > 0 ? [margin(frame)] : []),
    ...footer,
  ];
}

function isShown(note: Note): note is ShownNote {
  return note.located !== null && note.located.source !== null;
}

/** The place alone, where the line is not known or must not be shown. */
function withoutSource(note: Note, frame: Frame): readonly string[] {
  const arrow = arrowTo(note, frame);
  return note.isPrimary
    ? [arrow, ...hanging('  ', oneLine(note.text, frame.longest), frame.width)]
    : [`${arrow}: ${oneLine(note.text)}`];
}

/** ` --> manifest.toml:6:18` */
function arrowTo({ isPrimary, file, located }: Note, { gutter, paint }: Frame): string {
  const position = located === null ? '' : `:${located.line}:${located.column}`;
  return `${' '.repeat(gutter + 1)}${paint('frame', isPrimary ? '-->' : ':::')} ${shortened(escapeForTerminal(file), LONGEST_NAME)}${position}`;
}

/** The lines of one file, in their order; `...` replaces the lines between them. */
function sectionOf(notes: readonly [ShownNote, ...ShownNote[]], frame: Frame): readonly string[] {
  const lines = grouped(notes, ({ located }) => located.line).sort(
    ([left], [right]) => left.located.line - right.located.line,
  );
  const texts = lines.flatMap((onLine, index) => {
    const previous = lines[index - 1]?.[0].located.line ?? onLine[0].located.line - 1;
    const gap = onLine[0].located.line - previous > 1 ? [frame.paint('frame', '...')] : [];
    return [...gap, ...lineOf(onLine, frame)];
  });
  return [arrowTo(notes[0], frame), margin(frame), ...texts];
}

/** A line and the notes about it: the error first, then the labels from left to right. */
function lineOf(notes: readonly [ShownNote, ...ShownNote[]], frame: Frame): readonly string[] {
  const { line, source, hidden } = notes[0].located;
  const [first = notes[0], ...rest] = [...notes].sort(byImportance);
  const { text, marks } = excerptOf(
    { text: source, hidden },
    [stretchOf(first), ...rest.map(stretchOf)],
    frame.columns,
  );
  const underlines = [first, ...rest].flatMap((note, index) =>
    underlineOf(note, marks[index] ?? { indent: 0, width: 1 }, frame),
  );
  const number = String(line).padEnd(frame.gutter);
  return [`${frame.paint('frame', `${number} |`)} ${text}`.trimEnd(), ...underlines];
}

/** `^^^^ what is wrong`; the text is below the mark if there is no room next to it. */
function underlineOf(note: ShownNote, { indent, width }: ExcerptMark, frame: Frame): readonly string[] {
  const before = frame.gutter + 3;
  const mark = (note.isPrimary ? '^' : '-').repeat(width);
  const room = frame.width - before - indent - width - 1;
  const text = oneLine(note.text, note.isPrimary ? frame.longest : LONGEST_TEXT);
  const isBeside = (room >= FEWEST_BESIDE && widthOf(text) <= MOST_BESIDE * room) || widthOf(text) <= room;
  const words = wrapped(text, isBeside ? room : frame.width - before);
  const lines = isBeside
    ? words.map((line, index) => `${' '.repeat(indent)}${index === 0 ? mark : ' '.repeat(width)} ${line}`)
    : [`${' '.repeat(indent)}${mark}`, ...words];
  const style = note.isPrimary ? frame.severity : 'frame';
  return lines.map((line) => `${margin(frame)} ${painted(line.trimEnd(), style, frame.paint)}`);
}
/** Sentences in less than this are harder to read than below the mark. */
const FEWEST_BESIDE = 30;
/** In lines: more of them fill the screen if they do not start at its edge. */
const MOST_BESIDE = 6;

/** Blanks before the text are not painted. */
function painted(line: string, style: Style, paint: Paint): string {
  const indent = line.length - line.trimStart().length;
  return `${line.slice(0, indent)}${paint(style, line.slice(indent))}`;
}

function byImportance(left: ShownNote, right: ShownNote): number {
  return Number(right.isPrimary) - Number(left.isPrimary) || left.located.column - right.located.column;
}

function stretchOf({ located }: ShownNote): { readonly start: number; readonly end: number } {
  const isOneLine = located.endLine === located.line;
  return { start: located.column - 1, end: isOneLine ? located.endColumn - 1 : Number.POSITIVE_INFINITY };
}

function margin({ gutter, paint }: Frame): string {
  return `${' '.repeat(gutter + 1)}${paint('frame', '|')}`;
}

/** The parts of the problem, each with what is known of it below. Parts for which there is no room are counted. */
function detailsOf({ details = [] }: Diagnostic, { gutter, paint, width }: Frame): readonly string[] {
  const lines: string[] = [];
  let length = 0;
  for (const [index, { text, lines: below }] of details.entries()) {
    const part = [text, ...below].map((line) => oneLine(line));
    length += part.join('\n').length;
    if (length > LONGEST_DETAILS && index > 0) {
      return [...lines, `${' '.repeat(gutter + 1)}${paint('frame', '=')} and ${details.length - index} more`];
    }
    const [first = '', ...rest] = part;
    lines.push(...hanging(`${' '.repeat(gutter + 1)}${paint('frame', '=')} `, first, width, gutter + 3));
    lines.push(...rest.map((line) => `${' '.repeat(gutter + 5)}${line}`));
  }
  return lines;
}

/** The quoted text of a store or git; what to do; how many places are not shown. */
function footerOf({ quote, help }: Diagnostic, left: number, frame: Frame): readonly string[] {
  return [
    ...remark('says', quote, frame),
    ...remark('help', help, frame, LONGEST_HELP, MOST_HELP_LINES),
    ...remark('note', left === 0 ? null : `${left} more ${left === 1 ? 'place' : 'places'}`, frame),
  ];
}

/** `= help: …`; a line to copy is indented, on its own. */
function remark(
  word: string,
  text: string | null,
  { gutter, paint, width }: Frame,
  longest: number = LONGEST_TEXT,
  mostLines: number = MOST_LINES,
): readonly string[] {
  if (text === null) return [];
  const [first = '', ...rest] = shortened(text.trimEnd(), longest).split('\n').slice(0, mostLines);
  const [start = '', ...others] = shortened([first, ...rest].map(escapeForTerminal).join('\n'), longest).split('\n');
  const lead = `${' '.repeat(gutter + 1)}${paint('frame', '=')} ${paint('strong', `${word}:`)} `;
  return [
    ...hanging(lead, start, width, gutter + 5 + word.length).map((line) => line.trimEnd()),
    ...others.map((line) => `${' '.repeat(gutter + 5)}${line}`.trimEnd()),
  ];
}

function oneLine(text: string, longest = LONGEST_TEXT): string {
  return shortened(escapeForTerminal(text), longest);
}

/** In the order of the first of each group. */
function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): [T, ...T[]][] {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
