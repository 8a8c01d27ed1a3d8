/**
 * Place → line and column. The only access to positions: import it dynamically, because it loads the position grammar, and
 * only to print a diagnostic.
 */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import type { Locate, Located } from '#schemas/diagnostics/located.js';
import { type HiddenPart, merged } from '#schemas/stores/hidden-parts.js';
import { type HiddenOnLine, hiddenInSource } from './hidden-in-source.js';
import { type Lines, linesOf } from './lines.js';
import { misplacedValues } from './misplaced-values.js';
import type { SourceFile } from './source-file.js';
import { type Position, readPositions } from './toml-positions.js';
import { type Span, spanInString } from './toml-string.js';

/** Finds places in these files. Each file is read at most once, for the first place in it. */
export function locateIn(sources: Iterable<SourceFile>): Locate {
  const files = new Map([...sources].map((source) => [source.path, once(() => located(source))]));
  return (place) => files.get(place.file)?.()(place) ?? null;
}

/** One place in one file. */
export function locate(source: SourceFile, place: Place): Located | null {
  return place.file === source.path ? located(source)(place) : null;
}

function located({ text, origin }: SourceFile): (place: Place) => Located | null {
  const lines = linesOf(text);
  const credentials = hiddenInSource(text);
  const root = once(() => readPositions(text));
  const values = once(() => {
    const positions = root();
    return positions === null ? [] : misplacedValues(text, positions);
  });
  const hidden: HiddenOnLine = (line, isToml) =>
    merged([...credentials(line, isToml), ...values().flatMap((value) => partOnLine(value, line))]);
  const locatedIn = (place: Place) => {
    if (place.offset !== undefined) return inLines(lines, pointIn(text, place.offset, place.length), hidden, false);
    const positions = root();
    return positions && inLines(lines, spanOf(text, positions, place), hidden, true);
  };
  return (place) => {
    const found = locatedIn(place);
    const isShown =
      origin === undefined || (origin === 'parent' && isManifestUpTo(place.offset ?? text.length, root()));
    return found === null || isShown ? found : { ...found, source: null, hidden: [] };
  };
}

function partOnLine(value: Span, line: Span): readonly HiddenPart[] {
  const start = Math.max(value.start, line.start);
  const end = Math.min(value.end, line.end);
  return start < end ? [{ start, end, isCertain: true }] : [];
}

/** Whether the text before the offset shows that it is a manifest. */
function isManifestUpTo(offset: number, root: Position | null): boolean {
  const revision = root?.members.get('project')?.members.get('revision')?.value ?? null;
  return revision !== null && revision.end <= offset;
}

/** The point itself, as wide as one character if there is one on the line; wider if a length is given. */
function pointIn(text: string, offset: number, length?: number): Span {
  const start = Math.min(Math.max(offset, 0), text.length);
  if (length !== undefined) return { start, end: Math.min(start + length, text.length) };
  const character = String.fromCodePoint(text.codePointAt(start) ?? 0x0a);
  const isLineEnd = /^[\r\n]/u.test(character);
  return { start, end: isLineEnd ? start : start + character.length };
}

function spanOf(text: string, root: Position, place: Place): Span {
  const { position, isWhole } = follow(root, place.path);
  // The key is missing: it should be added to its table.
  if (!isWhole) return position.key ?? position.value ?? { start: 0, end: 0 };
  const written = place.part === 'key' ? (position.key ?? position.value) : (position.value ?? position.key);
  if (written === null) return { start: 0, end: 0 };
  return place.span === undefined ? written : partOf(text, written, place.span);
}

/** A part of a string; anything else as a whole. */
function partOf(text: string, { start, end }: Span, part: Span): Span {
  const string = text.slice(start, end);
  if (!/^["']/u.test(string)) return { start, end };
  const found = spanInString(string, part);
  return { start: start + found.start, end: start + found.end };
}

/** As far along the path as there are positions. */
function follow(root: Position, path: Place['path']): { readonly position: Position; readonly isWhole: boolean } {
  let position = root;
  for (const step of path) {
    const next = position.members.get(step);
    if (next === undefined) return { position, isWhole: false };
    position = next;
  }
  return { position, isWhole: true };
}

function inLines(lines: Lines, { start, end }: Span, hiddenOn: HiddenOnLine, isToml: boolean): Located {
  const first = lines.at(start);
  const last = lines.at(end);
  const source = lines.text(first.line);
  const from = lines.start(first.line);
  const hidden = hiddenOn({ start: from, end: from + source.length }, isToml);
  return {
    ...first,
    endLine: last.line,
    endColumn: last.column,
    start,
    end,
    source,
    hidden: hidden.map((span) => ({ start: span.start - from, end: span.end - from })),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
