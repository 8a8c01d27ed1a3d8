/** What a script reads of its environment. */
import { type Found, Gathering } from '../code-reads.js';
import { Bindings } from './bindings.js';
import { closingOf, declare, importAt } from './declarations.js';
import { type EnvironmentAt, Expressions } from './expressions.js';
import type { Script } from './script.js';

/** Of Vite and what builds on it. */
const ALWAYS_IN_VITE = new Set(['MODE', 'DEV', 'PROD', 'SSR', 'BASE_URL', 'LEGACY', 'SITE', 'ASSETS_PREFIX', 'VITEST']);
const OR_ELSE = new Set(['??', '||', '??=', '||=']);

export function readJavaScript(script: Script): Found {
  const found = new Gathering();
  const code = new Expressions(script, new Bindings(script));
  const { tokens } = script;
  bindConstants(code);
  // First what names stand for, then what is read by them: a function may stand above the names that it uses.
  const declared = new Gathering();
  tokens.forEach(({ kind, text }, at) => {
    if (kind !== 'word') return;
    if (text === 'import') importAt(at, code, declared);
    const environment = code.environmentAt(at);
    if (environment !== null) declare(environment, code, declared);
  });
  tokens.forEach((_, at) => {
    const environment = code.environmentAt(at);
    if (environment !== null && environment.kind !== 'process') new Access(environment, code, found).take();
  });
  return {
    reads: [...declared.reads, ...found.reads],
    computed: [...declared.computed, ...found.computed],
    assigned: found.assigned,
  };
}

/** `const KEY = 'API_KEY'` */
function bindConstants(code: Expressions): void {
  const { tokens, bindings } = code;
  let isConst = false;
  tokens.forEach(({ isDeclared }, at) => {
    const text = code.text(at);
    if (text === 'const') isConst = true;
    else if (text !== null && NO_CONST.has(text)) isConst = false;
    if (!isConst || !isDeclared || code.text(at + 1) !== '=') return;
    const value = code.stringAt(at + 2);
    const after = value === null ? undefined : tokens[value.end];
    const isWhole = after === undefined || after.isFirst || /^(?:[,;)}]|as|satisfies)$/u.test(after.text ?? '');
    if (value?.text != null && isWhole) bindings.bind(at, { kind: 'constant', text: value.text });
  });
}

/** What follows is of no declaration that began with `const`. */
const NO_CONST = new Set(['let', 'var', ';', '(', '{', '=>']);

class Access {
  readonly #of: EnvironmentAt;
  readonly #code: Expressions;
  readonly #found: Gathering;

  constructor(of: EnvironmentAt, code: Expressions, found: Gathering) {
    this.#of = of;
    this.#code = code;
    this.#found = found;
  }

  take(): void {
    const { kind, end } = this.#of;
    this.#membership();
    const dot = this.#code.text(end);
    const isBracket = dot === '[' || (dot === '?.' && this.#code.text(end + 1) === '[');
    if (kind === 'deno') this.#call(end);
    else if (isBracket) this.#element(dot === '[' ? end : end + 1);
    else if (dot === '.' || dot === '?.') this.#member(end + 1);
  }

  /** `process.env.NAME` */
  #member(at: number): void {
    const token = this.#code.tokens[at];
    if (token === undefined || token.kind !== 'word' || token.text === null) return;
    if (this.#code.text(at + 1) === '(') {
      if (token.text === 'hasOwnProperty') this.#argument(at + 2, ')', true);
      return;
    }
    this.#use(token.text, at, at + 1);
  }

  /** `process.env['NAME']` */
  #element(open: number): void {
    const name = this.#nameAt(open + 1, ']');
    const close = closingOf(this.#code, open);
    if (name !== null) this.#use(name, open + 1, close + 1);
    else if (!this.#isSet(close + 1)) this.#computes(open + 1, close);
  }

  /** `Deno.env.get('NAME')` */
  #call(end: number): void {
    if (this.#code.text(end) !== '.' || this.#code.text(end + 2) !== '(') return;
    const method = this.#code.text(end + 1);
    if (method === 'get' || method === 'has') this.#argument(end + 3, ')', method === 'has');
    const name = this.#nameAt(end + 3, ',');
    if (method === 'set' && name !== null) this.#found.assigned.add(name);
  }

  #argument(at: number, close: string, hasDefault: boolean): void {
    const name = this.#nameAt(at, close);
    const end = closingOf(this.#code, at - 1);
    const token = this.#code.tokens[at];
    if (name === null || token === undefined) this.#computes(at, end);
    else this.#found.read(name, token, hasDefault || OR_ELSE.has(this.#code.text(end + 1) ?? ''));
  }

  /** `'NAME' in process.env` */
  #membership(): void {
    const { start } = this.#of;
    const token = this.#code.tokens[start - 2];
    if (this.#code.text(start - 1) !== 'in' || token === undefined) return;
    if (token.kind === 'string' && token.text !== null) this.#found.read(token.text, token, true);
  }

  #use(name: string, at: number, after: number): void {
    const token = this.#code.tokens[at];
    if (token === undefined) return;
    if (this.#isSet(after)) this.#found.assigned.add(name);
    else if (this.#code.text(this.#of.start - 1) === 'delete') return;
    else if (this.#of.kind !== 'vite' || !ALWAYS_IN_VITE.has(name))
      this.#found.read(name, token, OR_ELSE.has(this.#code.text(after) ?? ''));
  }

  #isSet(after: number): boolean {
    return this.#code.text(after) === '=';
  }

  /** Null where it is computed. */
  #nameAt(at: number, close: string): string | null {
    const string = this.#code.stringAt(at);
    if (string !== null) return this.#code.text(string.end) === close ? string.text : null;
    const bound = this.#code.bindings.at(at);
    return bound?.kind === 'constant' && this.#code.text(at + 1) === close ? bound.text : null;
  }

  #computes(from: number, end: number): void {
    const [first, last] = [this.#code.tokens[from], this.#code.tokens[end - 1]];
    if (first !== undefined && last !== undefined && from < end)
      this.#found.computes({ start: first.start, end: last.end });
  }
}
