/** Takes a program apart by the syntax of its language. Every text has tokens, and each character is looked at once. */
import type { Odd, StringForm, Syntax } from './syntax.js';
import type { Token } from './token.js';

const WORD = /[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*/y;
const NUMBER = /\d[\w.]*/y;
const MARK = /\.\.\.|===|!==|\|\|=|\?\?=|==|!=|<=|>=|=>|->|::|:=|\|\||&&|\?\?|\?\.|\?:|\+=|-=|./sy;
const BLANK = /[^\S\n]+/y;
const HOLE_END = '}';

/** A string with code inside: goes on after the hole that is open. */
interface OpenString {
  readonly form: StringForm;
  readonly index: number;
  /** Braces that are open in the hole. */
  depth: number;
}

export function tokenize(text: string, syntax: Syntax): readonly Token[] {
  const tokens: Token[] = [];
  new Scan(text, syntax, tokens).run();
  return tokens;
}

/** A string that nothing ends but the end of the text. */
const BODY: StringForm = { open: '', close: '\0', escapes: true, lines: true };

class Scan {
  readonly tokens: Token[];
  readonly #text: string;
  readonly #syntax: Syntax;
  readonly #open: OpenString[] = [];
  /** What goes on below this line. */
  #below: NonNullable<Odd['below']>[] = [];
  /** The characters that a comment or a string may begin with. */
  readonly #starts: ReadonlySet<number>;
  #at = 0;
  #isFirst = true;

  constructor(text: string, syntax: Syntax, tokens: Token[]) {
    this.#text = text;
    this.#syntax = syntax;
    this.#starts = startsOf(syntax);
    this.tokens = tokens;
  }

  run(): void {
    // A page begins outside of its code, whatever stands there.
    if (this.#at === 0) this.#odd();
    while (this.#at < this.#text.length) this.#step();
  }

  /** Reads the whole of the text from here as the content of a string. */
  runBody(from: number, holes: readonly string[]): void {
    this.#at = from;
    this.#add('string', null, from);
    this.#content({ ...BODY, holes }, this.tokens.length - 1);
    this.run();
  }

  #step(): void {
    const text = this.#text;
    if (text[this.#at] === '\n') {
      this.#isFirst = true;
      this.#at += 1;
      for (const below of this.#below.splice(0)) this.#passBelow(below);
      return;
    }
    if (this.#skip(BLANK)) return;
    if (this.#starts.has(text.charCodeAt(this.#at)) && (this.#comment() || this.#odd() || this.#string())) return;
    const start = this.#at;
    if (this.#skip(WORD)) this.#add('word', text.slice(start, this.#at), start);
    else {
      if (!this.#skip(NUMBER)) this.#skip(MARK);
      this.#mark(text.slice(start, this.#at), start);
    }
  }

  #mark(mark: string, start: number): void {
    const hole = this.#open.at(-1);
    if (hole !== undefined && mark === HOLE_END && hole.depth === 0) {
      this.#open.pop();
      this.#content(hole.form, hole.index);
      return;
    }
    if (hole !== undefined && mark === '{') hole.depth += 1;
    if (hole !== undefined && mark === HOLE_END) hole.depth -= 1;
    this.#add('mark', mark, start);
  }

  #comment(): boolean {
    const { lineComments, blockComments, nests = false } = this.#syntax;
    const text = this.#text;
    if (lineComments.some((mark) => text.startsWith(mark, this.#at))) {
      const end = text.indexOf('\n', this.#at);
      this.#at = end === -1 ? text.length : end;
      return true;
    }
    const block = blockComments.find(([open]) => text.startsWith(open, this.#at));
    if (block === undefined) return false;
    this.#at = endOfBlock(text, this.#at, block, nests);
    return true;
  }

  #odd(): boolean {
    const odd = this.#syntax.odd?.(this.#text, this.#at, this.tokens.at(-1)) ?? null;
    if (odd === null) return false;
    const start = this.#at;
    this.#at = Math.max(odd.end, start + 1);
    if (odd.isString) this.#add('string', odd.content ?? null, start);
    if (odd.below !== undefined) this.#below.push(odd.below);
    return true;
  }

  #passBelow({ close, holes }: NonNullable<Odd['below']>): void {
    const rest = this.#text.slice(this.#at);
    const end = close.exec(rest);
    const to = this.#at + (end?.index ?? rest.length);
    if (holes.length > 0) new Scan(this.#text.slice(0, to), this.#syntax, this.tokens).runBody(this.#at, holes);
    this.#at = to + (end?.[0].length ?? 0);
  }

  #string(): boolean {
    const form = this.#syntax.strings.find(({ open }) => this.#text.startsWith(open, this.#at));
    if (form === undefined) return false;
    const index = this.tokens.length;
    this.#add('string', null, this.#at);
    this.#at += form.open.length;
    this.#content(form, index);
    return true;
  }

  /** To the end of the string, or into the next hole of it. */
  #content(form: StringForm, index: number): void {
    const text = this.#text;
    const token = this.tokens[index];
    let isPlain = true;
    for (; this.#at < text.length; this.#at += 1) {
      if (text.startsWith(form.close, this.#at)) {
        const start = (token?.start ?? 0) + form.open.length;
        // Code inside has been added after the string.
        const isWhole = isPlain && this.tokens.length === index + 1;
        const whole = isWhole ? text.slice(start, this.#at) : null;
        const content = whole !== null && form.dollars === true && whole.includes('$') ? null : whole;
        this.#at += form.close.length;
        if (token !== undefined) this.tokens[index] = { ...token, text: content, end: this.#at };
        return;
      }
      const character = text[this.#at];
      if (character === '\n' && !form.lines) return;
      if (character === '\\' && form.escapes) {
        isPlain = false;
        this.#at += 1;
        continue;
      }
      const hole = form.holes?.find((open) => text.startsWith(open, this.#at));
      if (hole === undefined) continue;
      if (form.doubled === true && text.startsWith(hole, this.#at + hole.length)) {
        isPlain = false;
        this.#at += 2 * hole.length - 1;
        continue;
      }
      // In `{$name`, the dollar sign is of the name.
      this.#at += hole.endsWith('$') ? hole.length - 1 : hole.length;
      this.#open.push({ form, index, depth: 0 });
      return;
    }
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #add(kind: Token['kind'], text: string | null, start: number): void {
    this.tokens.push({ kind, text, start, end: Math.max(this.#at, start + 1), isFirst: this.#isFirst });
    this.#isFirst = false;
  }
}

const known = new WeakMap<Syntax, ReadonlySet<number>>();

function startsOf(syntax: Syntax): ReadonlySet<number> {
  const found = known.get(syntax);
  if (found !== undefined) return found;
  const { lineComments, blockComments, strings, oddStarts = '' } = syntax;
  const opens = [
    ...lineComments,
    ...blockComments.map(([open]) => open),
    ...strings.map(({ open }) => open),
    ...oddStarts,
  ];
  const starts = new Set(opens.map((open) => open.charCodeAt(0)));
  known.set(syntax, starts);
  return starts;
}

/** The next mark of each kind is looked for once, so that a text of nothing but openings takes no longer than others. */
function endOfBlock(text: string, from: number, [open, close]: readonly [string, string], nests: boolean): number {
  let depth = 1;
  let at = from + open.length;
  let end = text.indexOf(close, at);
  let inner = nests ? text.indexOf(open, at) : -1;
  while (depth > 0) {
    if (end === -1) return text.length;
    const isInner = inner !== -1 && inner < end;
    depth += isInner ? 1 : -1;
    at = isInner ? inner + open.length : end + close.length;
    if (isInner) inner = text.indexOf(open, at);
    else end = depth > 0 ? text.indexOf(close, at) : end;
    if (!isInner && inner !== -1 && inner < at) inner = text.indexOf(open, at);
  }
  return at;
}
