/** What a shell script reads of its environment: the expansions in it, where they are expansions. */
import { type Found, Gathering } from '../code-reads.js';
import { type Command, takeWord } from './shell-words.js';

/** Where the scan is: code to a bracket or backtick, a string in double quotes, or braces of an expansion. */
interface Frame {
  readonly kind: 'code' | 'string' | 'braces';
  readonly end: string | null;
  readonly command: Command;
  /** Where the word begins that it is a part of. */
  readonly word: number | null;
}

interface Here {
  readonly close: string;
  readonly isPlain: boolean;
}

const outermost = (kind: Frame['kind']): Frame => ({ kind, end: null, command: { word: null, count: 0 }, word: null });

const EXPANSION = /\$(?:\{([#!]?)([A-Za-z_]\w*)|([A-Za-z_]\w*))/y;
const HEREDOC = /<<-?[ \t]*(?:(["'])(\w+)\1|\\?(\w+))/y;
const WORD_END = /[\s;&|()<>]/u;

/** Only names without small letters: others are of the script, or of one that runs it. */
const OF_ENVIRONMENT = /^[A-Z_]*[A-Z][A-Z\d_]*$/u;

export function readShell(
  text: string,
): Found & { readonly sourced: readonly string[]; readonly comments: readonly Stretch[] } {
  const scan = new ShellScan(text);
  scan.run(0, text.length);
  const { found, sourced, comments } = scan;
  const isOwn = (name: string) => !OF_ENVIRONMENT.test(name);
  return {
    reads: found.reads.filter(({ name }) => !isOwn(name)),
    computed: found.computed,
    assigned: found.assigned,
    sourced,
    comments,
  };
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

class ShellScan {
  readonly found = new Gathering();
  readonly sourced: string[] = [];
  readonly comments: Stretch[] = [];
  readonly #text: string;
  #frames: Frame[] = [];
  #heres: Here[] = [];
  #at = 0;
  /** Where the word begins that is under way; null between words. */
  #word: number | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  run(from: number, to: number): void {
    this.#at = from;
    this.#frames = [outermost('code')];
    while (this.#at < to) this.#step();
    this.#endWord();
  }

  get #frame(): Frame {
    return this.#frames.at(-1) ?? outermost('code');
  }

  #step(): void {
    const character = this.#text[this.#at] ?? '';
    if (character === '\\') this.#at += 2;
    else if (character === '$' && this.#expansion()) return;
    else if (character === '`') this.#backtick();
    else if (this.#frame.kind === 'code') this.#code(character);
    else this.#quoted(character);
  }

  #quoted(character: string): void {
    const { kind, end } = this.#frame;
    if (character === end) this.#close();
    else if (character === '"' && kind === 'braces') this.#open('string', '"');
    this.#at += 1;
  }

  #code(character: string): void {
    if (character === '#' && this.#word === null) {
      this.#comment();
      return;
    }
    if (character === "'") {
      this.#single(this.#at);
      return;
    }
    if (character === '"') {
      this.#word ??= this.#at;
      this.#open('string', '"');
      this.#at += 1;
      return;
    }
    if (character === '<' && this.#here()) return;
    if (!WORD_END.test(character)) {
      this.#word ??= this.#at;
      this.#at += 1;
      return;
    }
    this.#endWord();
    this.#at += 1;
    if (character === '\n') this.#passHeres();
    if (/[\n;&|()]/u.test(character)) this.#newCommand();
    if (character === '(') this.#open('code', ')');
    else if (character === ')' && this.#frame.end === ')') this.#close();
  }

  #comment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    const stop = end === -1 ? this.#text.length : end;
    this.comments.push({ start: this.#at, end: stop });
    this.#at = stop;
  }

  /** A quote that nothing closes is one of a word: `it's`. */
  #single(at: number): void {
    this.#word ??= at;
    const end = this.#text.indexOf("'", at + 1);
    this.#at = end === -1 ? at + 1 : end + 1;
  }

  #backtick(): void {
    const isEnd = this.#frame.end === '`';
    if (isEnd) this.#endWord();
    else if (this.#frame.kind === 'code') this.#word ??= this.#at;
    this.#at += 1;
    if (isEnd) this.#close();
    else this.#open('code', '`');
  }

  /** `$NAME`, `${NAME…`, `$(`, `$'`; false for a dollar sign that is none of them. */
  #expansion(): boolean {
    const start = this.#at;
    const isCode = this.#frame.kind === 'code';
    if (isCode) this.#word ??= start;
    const next = this.#text[start + 1];
    if (next === '(') {
      this.#at += 2;
      this.#open('code', ')');
      return true;
    }
    if (next === "'" && isCode) {
      this.#escaped();
      return true;
    }
    EXPANSION.lastIndex = start;
    const [whole, sign, long, short] = EXPANSION.exec(this.#text) ?? [];
    if (whole === undefined) {
      this.#at += next === '{' ? 2 : 1;
      if (next === '{') this.#open('braces', '}');
      return true;
    }
    this.#at = start + whole.length;
    const name = long ?? short ?? '';
    const at = { start: this.#at - name.length, end: this.#at };
    if (long !== undefined) this.#open('braces', '}');
    const operator = long === undefined ? '' : this.#text.slice(this.#at, this.#at + 2);
    if (sign === '!' && !/^[@*}[]?[@*[]/u.test(operator)) this.found.computes(at);
    else if (sign !== '!') this.found.read(name, at, /^:?[-=+]/u.test(operator));
    if (/^:?=/u.test(operator)) this.found.assigned.add(name);
    return true;
  }

  /** `$'it\'s'` */
  #escaped(): void {
    this.#at += 2;
    while (this.#at < this.#text.length && this.#text[this.#at] !== "'")
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    this.#at += 1;
  }

  #here(): boolean {
    if (this.#text.startsWith('<<<', this.#at)) {
      this.#endWord();
      this.#at += 3;
      return true;
    }
    HEREDOC.lastIndex = this.#at;
    const [whole, , quoted, bare] = HEREDOC.exec(this.#text) ?? [];
    if (whole === undefined) return false;
    this.#endWord();
    this.#heres.push({ close: quoted ?? bare ?? '', isPlain: quoted !== undefined || whole.includes('\\') });
    this.#at += whole.length;
    return true;
  }

  /** What a document holds is expanded as in double quotes, unless its mark is quoted. */
  #passHeres(): void {
    for (const { close, isPlain } of this.#heres.splice(0)) {
      const start = this.#at;
      let end = start;
      for (;;) {
        const lineEnd = this.#text.indexOf('\n', end);
        const line = this.#text.slice(end, lineEnd === -1 ? undefined : lineEnd);
        const isClose = line.trim() === close;
        if (isClose || lineEnd === -1) {
          this.#at = lineEnd === -1 ? this.#text.length : lineEnd + 1;
          if (!isClose) end = this.#text.length;
          break;
        }
        end = lineEnd + 1;
      }
      if (!isPlain) this.#expandBody(start, end);
    }
  }

  #expandBody(start: number, end: number): void {
    const body = new ShellScan(this.#text.slice(0, end));
    body.#at = start;
    body.#frames = [outermost('string')];
    while (body.#at < end) body.#step();
    this.found.reads.push(...body.found.reads);
    this.found.computed.push(...body.found.computed);
    for (const name of body.found.assigned) this.found.assigned.add(name);
  }

  #open(kind: Frame['kind'], end: string): void {
    this.#frames.push({ kind, end, command: { word: null, count: 0 }, word: this.#word });
    if (kind === 'code') this.#word = null;
  }

  #close(): void {
    const { kind, word } = this.#frame;
    this.#frames.pop();
    if (kind === 'code') this.#word = word;
  }

  #newCommand(): void {
    const { command } = this.#frame;
    command.word = null;
    command.count = 0;
  }

  #endWord(): void {
    if (this.#word === null) return;
    const start = this.#word;
    this.#word = null;
    const word = this.#text.slice(start, this.#at);
    if (this.#frame.kind !== 'code') return;
    if (word === '{' || word === '}') {
      this.#newCommand();
      return;
    }
    takeWord(word, start, this.#frame.command, {
      assigned: (name) => this.found.assigned.add(name),
      sourced: (file) => this.sourced.push(file),
      read: (name, offset) => this.found.read(name, { start: offset, end: offset + name.length }),
    });
  }
}
