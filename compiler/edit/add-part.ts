/**
 * Adds a key where its table is written: below the last key of a header, next to dotted keys of the same table, or before
 * the closing brace of an inline table. A table that does not exist gets a header: above those of its own tables, else below
 * those that share most of its path.
 */
import type { Span } from '../source/toml-string.js';
import {
  endOfSection,
  type InlineTable,
  isInlineTable,
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
  indentAt,
  isBlankLine,
  splice,
  startOfLine,
  startOfText,
  startWithComments,
} from './text-lines.js';
import { keyText, type TomlValue, valueText } from './toml-spelling.js';

type Path = readonly string[];

interface Document {
  readonly text: string;
  readonly sections: readonly Section[];
  readonly lineEnd: string;
}

/** The path must be absent. Null if the text is too long. */
export function addPart(text: string, path: Path, value: TomlValue, lineEnd: string): string | null {
  const sections = sectionsOf(text);
  if (sections === null) return null;
  const document = { text, sections, lineEnd };
  const table = path.slice(0, -1);
  for (let depth = table.length; depth >= 0; depth--) {
    const owner = ownerOf(document, path.slice(0, depth));
    if (owner === null) continue;
    if (owner.kind === 'inline') return inInlineTable(document, owner.table, path.slice(depth), value);
    if (owner.kind === 'dotted') return nextToDotted(document, owner.last, path, value);
    const pair = `${keyText(path.slice(-1))} = ${valueText(value)}`;
    return depth === table.length && owner.section !== null
      ? atEndOfSection(document, owner.section, pair)
      : withNewSection(document, table, pair);
  }
  return null;
}

type Owner =
  /** Below its header; null if there are only headers of tables within it. */
  | { readonly kind: 'section'; readonly section: Section | null }
  | { readonly kind: 'inline'; readonly table: InlineTable }
  /** Only dotted keys lead through the table; the last of them. */
  | { readonly kind: 'dotted'; readonly last: PlacedPair };

/** How the table is written; null if it does not exist. */
function ownerOf({ text, sections }: Document, table: Path): Owner | null {
  const isTable = ({ path, isArray }: Section) => !isArray && path.length === table.length && startsWith(path, table);
  const section = sections.find(isTable);
  if (section !== undefined) return { kind: 'section', section };
  let last: PlacedPair | null = null;
  for (const placed of pairsOf(sections)) {
    if (!startsWith(placed.path, table)) continue;
    if (placed.path.length === table.length) {
      const { span, pairs } = placed.pair.value;
      return isInlineTable(text, placed.pair.value) ? { kind: 'inline', table: { path: table, span, pairs } } : null;
    }
    if (placed.owner.path.length < table.length) last = placed;
  }
  if (last !== null) return { kind: 'dotted', last };
  return sections.some(({ path }) => startsWith(path, table)) ? { kind: 'section', section: null } : null;
}

function nextToDotted(document: Document, { pair, owner }: PlacedPair, path: Path, value: TomlValue): string {
  const added = `${keyText(path.slice(owner.path.length))} = ${valueText(value)}`;
  if (!isSection(owner)) return atEndOfInlineTable(document, owner, added);
  const pairs = owner.pairs.slice(0, owner.pairs.indexOf(pair) + 1);
  return atEndOfSection(document, { ...owner, pairs }, added);
}

/** On a line below the last pair, or below the header. */
function atEndOfSection(document: Document, section: Section, pair: string): string {
  const { text } = document;
  const last = section.pairs.at(-1);
  if (last === undefined && section.header === null) return atTop(document, pair);
  const indent = last === undefined ? '' : indentAt(text, spanOfPair(last).start);
  return insertLine(document, endOfLine(text, endOfSection(section)), `${indent}${pair}`);
}

/** A first pair of the root is above the first header and its comments, but below a comment that starts the file. */
function atTop(document: Document, pair: string): string {
  const first = document.sections[1]?.header;
  if (first == null) return atEndOfText(document, pair);
  return aboveHeader(document, first, pair);
}

function aboveHeader({ text, lineEnd }: Document, header: Span, lines: string): string {
  const line = startOfLine(text, header.start);
  const commented = startWithComments(text, line, 0);
  const at = commented === startOfText(text) ? line : commented;
  return splice(text, at, at, `${lines}${lineEnd}${lineEnd}`);
}

function withNewSection(document: Document, table: Path, pair: string): string {
  const { text, sections, lineEnd } = document;
  const lines = `[${keyText(table)}]${lineEnd}${pair}`;
  const inner = sections.find(({ header, path }) => header !== null && startsWith(path, table))?.header;
  if (inner != null) return aboveHeader(document, inner, lines);
  const index = nearestSection(sections, table);
  const next = sections[index + 1]?.header;
  const here = sections[index];
  if (here === undefined || next == null) return atEndOfText(document, lines);
  let at = startWithComments(text, startOfLine(text, next.start), endOfSection(here));
  const isApart = isBlankLine(text, startOfLine(text, at - 1));
  while (isBlankLine(text, startOfLine(text, at - 1))) at = startOfLine(text, at - 1);
  return splice(text, at, at, `${lineEnd}${lines}${lineEnd}${isApart ? '' : lineEnd}`);
}

/** The last of the sections whose headers share most of the path; the last of all if none does. */
function nearestSection(sections: readonly Section[], table: Path): number {
  const shared = sections.map(({ path }) => {
    const length = table.findIndex((key, index) => key !== path[index]);
    return length === -1 ? table.length : length;
  });
  const most = Math.max(...shared);
  return most === 0 ? sections.length - 1 : shared.lastIndexOf(most);
}

/** Below what is written, after a blank line; blank lines at the end stay there. */
function atEndOfText(document: Document, lines: string): string {
  const { text, lineEnd } = document;
  const start = startOfText(text);
  let at = text.length;
  while (at > start && text.slice(startOfLine(text, at - 1), at).trim() === '') at = startOfLine(text, at - 1);
  return insertLine(document, at, at === start ? lines : `${lineEnd}${lines}`);
}

/** As a whole line; whether the text ends with a line end does not change. */
function insertLine({ text, lineEnd }: Document, at: number, line: string): string {
  const isUnended = at === text.length && at > startOfText(text) && !text.endsWith('\n');
  return splice(text, at, at, isUnended ? `${lineEnd}${line}` : `${line}${lineEnd}`);
}

function inInlineTable(document: Document, table: InlineTable, rest: Path, value: TomlValue): string {
  const [key = '', ...inner] = rest;
  const nested = inner.reduceRight<TomlValue>((member, name) => ({ [name]: member }), value);
  return atEndOfInlineTable(document, table, `${keyText([key])} = ${valueText(nested)}`);
}

/** Next to the last pair; on a line of its own if the last one has its own. A comma at the end stays one. */
function atEndOfInlineTable(document: Document, { span, pairs }: InlineTable, pair: string): string {
  const { text, lineEnd } = document;
  const last = pairs.at(-1);
  if (last === undefined) return inEmptyTable(text, span, pair);
  const { start, end } = spanOfPair(last);
  const comma = commaAfter(text, end);
  const line = startOfLine(text, start);
  const isOnOwnLine = line > span.start && text.slice(line, start).trim() === '';
  const rest = isOnOwnLine ? /^[ \t]*(?:#[^\n]*)?\r?\n/.exec(text.slice(comma ?? end)) : null;
  if (rest === null)
    return comma === null ? splice(text, end, end, `, ${pair}`) : splice(text, comma, comma, ` ${pair},`);
  const at = (comma ?? end) + rest[0].length;
  const below = splice(text, at, at, `${indentAt(text, start)}${pair}${comma === null ? '' : ','}${lineEnd}`);
  return comma === null ? splice(below, end, end, ',') : below;
}

/** It may hold comments. */
function inEmptyTable(text: string, { start, end }: Span, pair: string): string {
  const isBlank = text.slice(start + 1, end - 1).trim() === '';
  return isBlank ? splice(text, start, end, `{ ${pair} }`) : splice(text, start + 1, start + 1, ` ${pair}`);
}
