/** Finds how a language reads and sets variables: the words of each access, and then the name as an argument. */
import { Gathering } from '../code-reads.js';
import { type Constants, constantsIn } from './constants.js';
import type { Token } from './token.js';

export interface Access {
  /** `['os', '.', 'getenv', '(']`. The last one opens the argument; without a bracket, the argument follows at once. */
  readonly path: readonly string[];
  /** `names`: each of its arguments is one. `default`: a second argument is used where there is no value. */
  readonly does: 'read' | 'read names' | 'read or default' | 'set';
  /** Whether functions of other kinds have this name, so that only a written name counts. */
  readonly isLoose?: boolean;
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** Before the first word: it is a member of something else, or is declared here. */
const OTHERS = new Set(['.', '->', '?.', 'def', 'func', 'fn', 'fun', 'function']);
const DEFAULTS = new Set(['||', '??', 'or', '?:', '||=', '??=']);
const DEFAULT_METHODS = /^(?:unwrap_or|ok_or|orElse|getOrElse|or_else)/u;
const MOST_ARGUMENTS = 200;
/** Of an argument; a longer one is computed. */
const MOST_TOKENS = 500;

export function gather(tokens: readonly Token[], accesses: readonly Access[]): Gathering {
  const byFirst = groupedByFirst(accesses);
  const found = new Gathering();
  const constants = constantsIn(tokens);
  let passed = 0;
  tokens.forEach(({ kind, text }, at) => {
    if (kind !== 'word' || text === null || at < passed) return;
    const access = byFirst.get(text)?.find(({ path }) => isAt(tokens, at, path));
    if (access === undefined || OTHERS.has(tokens[at - 1]?.text ?? '')) return;
    passed = at + access.path.length;
    new Arguments(tokens, constants, found).take(access, at);
  });
  return found;
}

function groupedByFirst(accesses: readonly Access[]): ReadonlyMap<string, readonly Access[]> {
  const groups = new Map<string, Access[]>();
  for (const access of accesses) {
    const [first = ''] = access.path;
    const group = groups.get(first);
    if (group === undefined) groups.set(first, [access]);
    else group.push(access);
  }
  // The longest first: `os.environ.get(` is also `os.environ`.
  for (const group of groups.values()) group.sort((left, right) => right.path.length - left.path.length);
  return groups;
}

function isAt(tokens: readonly Token[], at: number, path: readonly string[]): boolean {
  return path.every((text, index) => tokens[at + index]?.kind !== 'string' && tokens[at + index]?.text === text);
}

interface Argument {
  readonly name: string | null;
  readonly start: number;
  readonly end: number;
  /** Whether it declares a parameter: `const char *name`. */
  readonly isDeclaration: boolean;
  /** Whether nothing is written there. */
  readonly isEmpty: boolean;
  /** The index of the token after it. */
  readonly next: number;
}

class Arguments {
  readonly #tokens: readonly Token[];
  readonly #constants: Constants;
  readonly #found: Gathering;

  constructor(tokens: readonly Token[], constants: Constants, found: Gathering) {
    this.#tokens = tokens;
    this.#constants = constants;
    this.#found = found;
  }

  take({ path, does, isLoose = false }: Access, at: number): void {
    const close = CLOSING[path.at(-1) ?? ''] ?? null;
    const first = this.#argument(at + path.length, close);
    if (first.isEmpty) return;
    if (does === 'set') {
      if (first.name !== null) this.#found.assigned.add(first.name);
      return;
    }
    const all = [first];
    let last = first;
    while (this.#text(last.next) === ',' && all.length < MOST_ARGUMENTS) {
      last = this.#argument(last.next + 1, close);
      all.push(last);
    }
    const after = last.next + (close === null ? 0 : 1);
    if (first.name !== null && close === ']' && this.#text(after) === '=') {
      this.#found.assigned.add(first.name);
      return;
    }
    if (this.#text(at - 1) === 'del' || this.#text(at - 1) === 'unset') return;
    const hasDefault = (does === 'read or default' && all.length > 1) || this.#isDefaulted(after);
    for (const one of does === 'read names' ? all : [first]) this.#add(one, hasDefault, isLoose);
  }

  #add({ name, start, end, isDeclaration, isEmpty }: Argument, hasDefault: boolean, isLoose: boolean): void {
    if (name !== null) this.#found.read(name, { start, end }, hasDefault);
    else if (!isLoose && !isDeclaration && !isEmpty) this.#found.computes({ start, end });
  }

  #text(at: number): string | null {
    const token = this.#tokens[at];
    return token === undefined || token.kind === 'string' ? null : token.text;
  }

  /** Without a closing bracket the argument is what follows on the line. */
  #argument(from: number, close: string | null): Argument {
    let next = from;
    let depth = 0;
    for (; next < this.#tokens.length && next < from + MOST_TOKENS; next += 1) {
      const token = this.#tokens[next];
      const text = this.#text(next);
      if (token === undefined) break;
      if (depth === 0 && (text === ',' || (close !== null ? text === close : this.#endsLine(next, from)))) break;
      if (text !== null && Object.hasOwn(CLOSING, text)) depth += 1;
      else if (text === ')' || text === ']' || text === '}') depth -= 1;
      if (depth < 0) break;
    }
    const parts = this.#tokens.slice(from, next);
    const start = parts[0]?.start ?? 0;
    // A string with code inside ends after it.
    const end = parts.reduce((latest, part) => Math.max(latest, part.end), start);
    return {
      name: nameOf(parts, this.#constants),
      start,
      end,
      isDeclaration:
        parts.length > 1 && parts.every(({ kind, text }) => kind === 'word' || text === '*' || text === ':'),
      isEmpty: parts.length === 0,
      next,
    };
  }

  #endsLine(at: number, from: number): boolean {
    const token = this.#tokens[at];
    return (
      at > from &&
      (token?.isFirst === true || token?.kind === 'word' || token?.text === '|' || DEFAULTS.has(token?.text ?? ''))
    );
  }

  #isDefaulted(at: number): boolean {
    const text = this.#text(at);
    if (text === null) return false;
    return DEFAULTS.has(text) || (text === '.' && DEFAULT_METHODS.test(this.#text(at + 1) ?? ''));
  }
}

/** A string, several that are written next to each other, or a word that stands for one. */
function nameOf(parts: readonly Token[], constants: Constants): string | null {
  const [first, ...others] = parts.filter(({ text }) => text !== '&');
  if (first === undefined) return null;
  if (first.kind === 'word' && others.length === 0) return constants.get(first.text ?? '') ?? null;
  // `L"NAME"` of C, `b"NAME"` of Python.
  const strings =
    first.kind === 'word' && /^(?:[a-zA-Z]{1,2}|u8)$/u.test(first.text ?? '') ? others : [first, ...others];
  return strings.length > 0 && strings.every(({ kind, text }) => kind === 'string' && text !== null)
    ? strings.map(({ text }) => text).join('')
    : null;
}
