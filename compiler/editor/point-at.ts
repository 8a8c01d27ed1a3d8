/**
 * What could be written at a point of a text: a key of which table, or which value. Reads the statement at the point in
 * whatever state it is, because it is the one that is being typed.
 */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { endOfString, type Span, valueOfString } from '../source/toml-string.js';
import { type StatementSpan, statementSpans } from '../toml/recover.js';

type KeyPath = Place['path'];

export type Point =
  | {
      readonly kind: 'key';
      /** The table that gets the key. */
      readonly table: KeyPath;
      /** Keys that the statement gives this table elsewhere. */
      readonly taken: readonly string[];
      /** What is written of the key, with its quotes. */
      readonly word: Span;
      /** `[table]`: a whole path is meant, which a header may have. */
      readonly isHeader: boolean;
      /** Whether `=` follows. */
      readonly hasValue: boolean;
    }
  | {
      readonly kind: 'value';
      readonly path: KeyPath;
      /** What is written of the value, with its quotes. */
      readonly word: Span;
      /** The quotes that opened it; empty outside of a string. */
      readonly quotes: string;
      /** The other entries of the list that the value is in. */
      readonly others: readonly string[];
    };

/** Null in a comment, and where nothing can be written. */
export function pointAt(text: string, offset: number): Point | null {
  const spans = statementSpans(text);
  const index = spans.findLastIndex(({ start }) => start <= offset);
  const current = spans[index];
  if (current === undefined) return { kind: 'key', table: [], taken: [], ...NO_WORD(offset) };
  const reader = new StatementReader(text, current, offset, tableAbove(text, spans.slice(0, index)));
  return reader.read();
}

const NO_WORD = (offset: number) => ({ word: { start: offset, end: offset }, isHeader: false, hasValue: false });

function tableAbove(text: string, spans: readonly StatementSpan[]): KeyPath {
  for (const { start, end } of spans.toReversed()) {
    const header = headerIn(text.slice(start, end));
    if (header !== null) return header;
  }
  return [];
}

function headerIn(statement: string): KeyPath | null {
  const written = /^[ \t]*\[{1,2}([^\n]*?)\]{1,2}[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/u.exec(statement)?.[1];
  if (written === undefined || /^[ \t]*\[{1,2}[^\n]*=/u.test(statement.split('\n', 1)[0] ?? '')) return null;
  return [...written.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+/gu)].map(([key]) => nameOf(key));
}

function nameOf(written: string): string {
  return /^["']/u.test(written) ? valueOfString(written) : written;
}

interface Frame {
  readonly kind: 'pairs' | 'table' | 'array';
  readonly path: KeyPath;
  readonly keys: string[];
  readonly entries: string[];
}

/** Tokens of one statement, with the tables and lists around each. It never fails: what does not fit is passed over. */
class StatementReader {
  readonly #text: string;
  readonly #span: Span;
  readonly #offset: number;
  readonly #frames: Frame[];
  /** The parts of a dotted key, before its `=`. */
  #key: string[] = [];
  /** Whether `=` was read, so that a value follows. */
  #isValue = false;
  #found: (() => Point | null) | null = null;

  constructor(text: string, span: Span, offset: number, table: KeyPath) {
    this.#text = text;
    this.#span = span;
    this.#offset = offset;
    this.#frames = [{ kind: 'pairs', path: table, keys: [], entries: [] }];
  }

  read(): Point | null {
    const isHeader = /^[ \t]*\[/u.test(this.#text.slice(this.#span.start, this.#span.end));
    if (isHeader) return this.#readHeader();
    let at = this.#span.start;
    while (at < this.#span.end) {
      const end = this.#tokenEnd(at);
      this.#token(at, end);
      at = end;
    }
    // The end of the text, after the last token.
    if (this.#found === null) this.#point(this.#offset, this.#offset);
    return this.#found?.() ?? null;
  }

  #readHeader(): Point | null {
    const line = this.#text.slice(this.#span.start, this.#span.end).split('\n', 1)[0] ?? '';
    const start = this.#span.start;
    if (this.#offset > start + line.length) {
      const table = headerIn(line) ?? [];
      const rest = { start: start + line.length + 1, end: this.#span.end };
      return new StatementReader(this.#text, rest, this.#offset, table).read();
    }
    const before = this.#text.slice(start, this.#offset).replace(/^[ \t]*\[{1,2}/u, '');
    if (before.includes(']')) return null;
    const parts = before.split('.');
    const typed = parts.at(-1)?.trimStart() ?? '';
    const after = /^[\w-]*/u.exec(this.#text.slice(this.#offset))?.[0] ?? '';
    const word = { start: this.#offset - typed.length, end: this.#offset + after.length };
    const table = parts.slice(0, -1).map((part) => nameOf(part.trim()));
    return { kind: 'key', table, taken: [], word, isHeader: true, hasValue: false };
  }

  #tokenEnd(at: number): number {
    const character = this.#text.charAt(at);
    if (character === '"' || character === "'") return Math.max(endOfString(this.#text, at), at + 1);
    const pattern = character === '#' ? /#[^\n]*/y : /[^\s#"'=.,{}[\]]+|[ \t\r]+|[\s\S]/y;
    // A number or a date is one token, and so is text that has no quotes yet.
    const scalar = this.#isValue ? /[^\s#"'=,{}[\]]+|[ \t\r]+|[\s\S]/y : pattern;
    const used = character === '#' ? pattern : scalar;
    used.lastIndex = at;
    return at + (used.exec(this.#text)?.[0].length ?? 1);
  }

  #token(start: number, end: number): void {
    const written = this.#text.slice(start, end);
    const isWord = !/^[\s=.,{}[\]#]/u.test(written);
    const isInside = this.#offset > start && this.#offset < end;
    if (written.startsWith('#')) {
      if (this.#offset > start && this.#offset <= end) this.#found ??= () => null;
      return;
    }
    if (this.#offset <= end && this.#found === null) {
      const touches = isWord && (isInside || this.#offset === start || (this.#offset === end && !isClosed(written)));
      if (touches) this.#point(start, end);
      else if (this.#offset < end || (this.#offset === end && end === this.#span.end && /^\s/u.test(written))) {
        this.#point(this.#offset, this.#offset);
      }
    }
    this.#apply(written, isWord);
  }

  #apply(written: string, isWord: boolean): void {
    if (isWord) this.#word(written);
    else if (written === '=') this.#isValue = true;
    else if (written === '{' || written === '[') this.#open(written);
    else if (written === '}' || written === ']') this.#close();
    else if (written === ',' || written === '\n') this.#separator(written);
  }

  #word(written: string): void {
    const { kind, keys, entries } = this.#frame;
    if (kind === 'array') entries.push(nameOf(written));
    else if (!this.#isValue) {
      if (this.#key.length === 0) keys.push(nameOf(written));
      this.#key.push(nameOf(written));
    }
  }

  #open(written: string): void {
    const frame = this.#frame;
    const path = frame.kind === 'array' ? [...frame.path, frame.entries.length] : this.#valuePath;
    if (frame.kind === 'array') frame.entries.push('');
    this.#frames.push({ kind: written === '{' ? 'table' : 'array', path, keys: [], entries: [] });
    this.#key = [];
    this.#isValue = written === '[';
  }

  #close(): void {
    if (this.#frames.length > 1) this.#frames.pop();
    this.#key = [];
    this.#isValue = this.#frame.kind === 'array';
  }

  #separator(written: string): void {
    if (this.#frame.kind === 'array') return;
    // In a table a line end separates nothing: TOML 1.1 allows it anywhere.
    if (written === '\n' && this.#frame.kind === 'table') return;
    this.#key = [];
    this.#isValue = false;
  }

  get #frame(): Frame {
    return this.#frames.at(-1) ?? { kind: 'pairs', path: [], keys: [], entries: [] };
  }

  get #valuePath(): KeyPath {
    return [...this.#frame.path, ...this.#key];
  }

  /** What is known now; the keys and entries that follow are added until it is asked for. */
  #point(start: number, end: number): void {
    const frame = this.#frame;
    const word = { start, end };
    const written = this.#text.slice(start, end);
    if (frame.kind === 'array' || this.#isValue) {
      const path = frame.kind === 'array' ? [...frame.path, frame.entries.length] : this.#valuePath;
      const quotes = /^(?:"""|'''|["'])/u.exec(written)?.[0] ?? '';
      const own = nameOf(written);
      this.#found = () => ({ kind: 'value', path, word, quotes, others: without(frame.entries, own) });
      return;
    }
    const table = [...frame.path, ...this.#key];
    const isDotted = this.#key.length > 0;
    const hasValue = /^[ \t]*[=.]/u.test(this.#text.slice(end));
    const own = nameOf(written);
    const taken = () => (isDotted ? [] : without(frame.keys, own));
    this.#found = () => ({ kind: 'key', table, taken: taken(), word, isHeader: false, hasValue });
  }
}

/** Without one occurrence of the word itself. */
function without(words: readonly string[], own: string): readonly string[] {
  const index = own === '' ? -1 : words.indexOf(own);
  return words.filter((_, at) => at !== index);
}

/** After the closing quote nothing of a string is typed. */
function isClosed(written: string): boolean {
  const quotes = /^(?:"""|'''|["'])/u.exec(written)?.[0] ?? '';
  return quotes !== '' && written.length >= 2 * quotes.length && written.endsWith(quotes);
}
