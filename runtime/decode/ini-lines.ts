/** The lines of an INI document: headers of sections, keys, and what continues the value of a key. */
import { blanksAt, endOfLine, startsComment, trimmed } from './ini-text.js';
import { type ReadValue, valueAt } from './ini-value.js';

export interface Ini {
  /** By name; null is what is before the first section. */
  readonly sections: ReadonlyMap<string | null, IniSection>;
  /** Where the first line starts that is neither a header nor a key; null if there is none. */
  readonly unplacedAt: number | null;
}

/** By key; of equal keys the last. */
export interface IniSection {
  readonly values: Map<string, IniValue>;
  /** The same lines split at `=` where `:` is before it, for keys like `//host/:_authToken`. */
  readonly byEquals: Map<string, IniValue>;
}

export interface IniValue {
  /** Where the line of the key starts. */
  readonly start: number;
  /** The value, then the lines that continue it. */
  readonly lines: string[];
  /** `absent`: no separator after the key; `open`: the quote of the value is not closed. */
  readonly fault: 'absent' | 'open' | null;
}

/** The end of a name: nothing follows but a comment, or the first key, as in `[core] bare = true`. A name may hold brackets. */
const NAME_END = /\](?:\s*(?=[;#]|$)|\s+(?=[^\s=:\]][^=:\]]*[=:]))/gu;
/** The first line from here on that starts a section or, at the margin, a key. */
const HEADER_OR_MARGIN = /^(?:([ \t]*\[)|[^\s;#[])/gmu;

export function readIni(text: string): Ini {
  const reader = new IniReader(text);
  for (let start = 0; start < text.length; ) start = reader.readLine(start);
  return reader;
}

class IniReader implements Ini {
  readonly sections = new Map<string | null, IniSection>();
  unplacedAt: number | null = null;
  readonly #text: string;
  #section: IniSection;
  /** Whether a key of the section is not indented. */
  #hasMargin: boolean;
  /** The value that a deeper line continues, for each way to split its line; empty if there is none. */
  #continued: readonly IniValue[] = [];
  #indentation = 0;
  /** Since the value; they are part of it only if it goes on. */
  #blankLines = 0;

  constructor(text: string) {
    this.#text = text;
    this.#section = this.#named(null);
    this.#hasMargin = this.#isMarginUsed(0);
  }

  /** Reads what starts here; returns where the next line does. */
  readLine(start: number): number {
    const end = endOfLine(this.#text, start);
    const raw = this.#text.slice(start, end);
    const line = trimmed(raw);
    const indentation = blanksAt(raw, 0);
    if (line === '') this.#blankLines++;
    else if (startsComment(line)) return end + 1;
    else if (this.#isContinuation(line, indentation)) this.#continue(line);
    else if (line.startsWith('[')) return this.#readHeader(line, start, end);
    else {
      const next = this.#readKey(start, start + indentation, end);
      this.#indentation = indentation;
      return next;
    }
    return end + 1;
  }

  /**
   * Deeper than the key. Where all keys of a section are indented, as git writes them, depth alone does not mean that: there
   * the value must be unfinished, or the line not be a key with a value.
   */
  #isContinuation(line: string, indentation: number): boolean {
    const value = this.#continued[0];
    if (value === undefined || indentation <= this.#indentation) return false;
    const isUnfinished = value.lines[0] === '' || value.lines.at(-1)?.endsWith('\\');
    return this.#hasMargin || isUnfinished || !/[=:]/u.test(line);
  }

  #continue(line: string): void {
    for (const { lines } of this.#continued) {
      for (let blank = 0; blank < this.#blankLines; blank++) lines.push('');
      lines.push(line);
    }
    this.#blankLines = 0;
  }

  #readHeader(line: string, start: number, end: number): number {
    this.#continued = [];
    NAME_END.lastIndex = 1;
    const nameEnd = NAME_END.exec(line)?.index ?? line.lastIndexOf(']');
    // It is not known to which section the keys after an open header belong: to none that can be selected.
    this.#section = nameEnd > 0 ? this.#named(trimmed(line.slice(1, nameEnd))) : emptySection();
    this.#hasMargin = this.#isMarginUsed(end + 1);
    const rest = trimmed(line.slice(nameEnd + 1));
    if (nameEnd <= 0) this.#unplaced(start);
    else if (rest !== '' && !startsComment(rest)) return this.#readFirstKey(rest, start, end);
    return end + 1;
  }

  /** The key on the line of a header: nothing continues it. */
  #readFirstKey(rest: string, start: number, end: number): number {
    const next = this.#readKey(start, this.#text.lastIndexOf(rest, end), end);
    this.#continued = [];
    return next;
  }

  #readKey(start: number, keyStart: number, end: number): number {
    const line = this.#text.slice(keyStart, end);
    const separator = line.search(/[=:]/u);
    this.#continued = [];
    this.#blankLines = 0;
    if (separator === -1) {
      this.#section.values.set(trimmed(line), { start, lines: [], fault: 'absent' });
      return end + 1;
    }
    const read = valueAt(this.#text, keyStart + separator + 1);
    this.#keep(this.#section.values, line.slice(0, separator), start, read);
    const equals = line.charAt(separator) === ':' ? line.indexOf('=', separator) : -1;
    if (equals !== -1)
      this.#keep(this.#section.byEquals, line.slice(0, equals), start, valueAt(this.#text, keyStart + equals + 1));
    return read.next;
  }

  #keep(values: Map<string, IniValue>, name: string, start: number, { text }: ReadValue): void {
    const key = trimmed(name);
    if (key === '') {
      this.#unplaced(start);
      return;
    }
    const value: IniValue = { start, lines: text === null ? [] : [text], fault: text === null ? 'open' : null };
    values.set(key, value);
    if (text !== null) this.#continued = [...this.#continued, value];
  }

  #unplaced(start: number): void {
    this.unplacedAt ??= start;
  }

  #isMarginUsed(from: number): boolean {
    HEADER_OR_MARGIN.lastIndex = from;
    const found = HEADER_OR_MARGIN.exec(this.#text);
    return found !== null && found[1] === undefined;
  }

  #named(name: string | null): IniSection {
    const section = this.sections.get(name) ?? emptySection();
    this.sections.set(name, section);
    return section;
  }
}

function emptySection(): IniSection {
  return { values: new Map(), byEquals: new Map() };
}
