/** An INI document of which values are selected (spec 2.11, semantics 8.3). */
import { type Document, failed } from './document.js';
import { lineText } from './line-and-column.js';

/** What a line says; `next` is where the line after it starts, for a quoted value may run over several. */
type IniLine =
  | { readonly kind: 'nothing' | 'malformed'; readonly next: number }
  | { readonly kind: 'section'; readonly name: string; readonly next: number }
  | { readonly kind: 'entry'; readonly key: string; readonly value: string; readonly next: number };

/** Keys and values of one section. */
type Entries = Map<string, string>;

/**
 * Reads the whole document. Values are at `/key` (before the first section) or `/section/key`. Of sections with one name
 * the first counts, and so does the first of equal keys.
 */
export function iniDocument(text: string): Document {
  const { malformedAt, sections } = parsed(text);
  const fault = malformedAt === null ? null : failed(`it is not valid INI (${lineText(text, malformedAt)})`);
  return {
    select(pointer) {
      const [section, key] = pointer.length === 1 ? [null, pointer[0]] : [pointer[0], pointer[1]];
      if (pointer.length > 2 || !key || section === '' || section === undefined)
        return failed('a pointer into INI is `/key` or `/section/key`');
      if (fault !== null) return fault;
      const found = sections.get(section)?.get(key);
      return found === undefined ? failed('it has no value at that pointer') : { kind: 'selected', text: found };
    },
  };
}

/** By name; null is what is before the first section. */
function parsed(text: string): { malformedAt: number | null; sections: ReadonlyMap<string | null, Entries> } {
  let current: Entries = new Map();
  const sections = new Map<string | null, Entries>([[null, current]]);
  for (let start = 0; start < text.length; ) {
    const line = lineAt(text, start);
    if (line.kind === 'malformed') return { malformedAt: start, sections };
    if (line.kind === 'section') {
      current = new Map();
      if (!sections.has(line.name)) sections.set(line.name, current);
    }
    if (line.kind === 'entry' && !current.has(line.key)) current.set(line.key, line.value);
    start = line.next;
  }
  return { malformedAt: null, sections };
}

function lineAt(document: string, start: number): IniLine {
  const end = endOfLine(document, start);
  const next = end + 1;
  const text = trimmed(document.slice(start, end));
  if (text === '' || text.startsWith(';') || text.startsWith('#')) return { kind: 'nothing', next };
  if (!text.startsWith('[')) return entryAt(document, start, end);
  // Nothing may follow the bracket, not even a comment.
  const isClosed = text.length > 1 && text.endsWith(']');
  return isClosed ? { kind: 'section', name: trimmed(text.slice(1, -1)), next } : { kind: 'malformed', next };
}

function entryAt(document: string, start: number, end: number): IniLine {
  const line = document.slice(start, end);
  const separator = line.search(/[=:]/u);
  const key = trimmed(line.slice(0, Math.max(separator, 0)));
  if (key === '') return { kind: 'malformed', next: end + 1 };
  const value = trimmed(line.slice(separator + 1));
  if (/^["']/u.test(value)) return quotedAt(key, document, start + line.indexOf(value.charAt(0), separator + 1));
  return { kind: 'entry', key, value, next: end + 1 };
}

/** Quotes are removed, and what follows the closing one on its line is part of the value. There are no escapes. */
function quotedAt(key: string, document: string, open: number): IniLine {
  const close = document.indexOf(document.charAt(open), open + 1);
  if (close === -1) return { kind: 'malformed', next: document.length };
  const end = endOfLine(document, close);
  const value = document.slice(open + 1, close) + trimmedEnd(document.slice(close + 1, end));
  return { kind: 'entry', key, value, next: end + 1 };
}

function endOfLine(document: string, start: number): number {
  const end = document.indexOf('\n', start);
  return end === -1 ? document.length : end;
}

/** Without blanks around it. A byte order mark is not a blank: it belongs to the first key. */
function trimmed(text: string): string {
  let start = 0;
  while (start < text.length && isBlank(text.charAt(start))) start++;
  return trimmedEnd(text.slice(start));
}

function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

function isBlank(character: string): boolean {
  return character !== '\ufeff' && /\s/u.test(character);
}
