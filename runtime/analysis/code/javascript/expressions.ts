/** Where a script writes an expression that is the environment: `process.env`, `import.meta.env`, names that stand for it. */
import type { Binding, Bindings } from './bindings.js';
import type { Script, ScriptToken } from './script.js';

export interface EnvironmentAt {
  readonly kind: 'environment' | 'vite' | 'deno' | 'process';
  /** The tokens that it is, brackets around it included; the end is exclusive. */
  readonly start: number;
  readonly end: number;
}

const GLOBALS = new Set(['globalThis', 'global', 'window', 'self']);
/** What may lead to the environment without a declaration. */
const ROOTS = new Set([...GLOBALS, 'process', 'Bun', 'Deno', 'import', 'require']);
const DOTS = new Set(['.', '?.']);

export class Expressions {
  readonly tokens: readonly ScriptToken[];
  readonly bindings: Bindings;

  constructor({ tokens }: Script, bindings: Bindings) {
    this.tokens = tokens;
    this.bindings = bindings;
  }

  text(at: number): string | null {
    const token = this.tokens[at];
    return token === undefined || token.kind === 'string' ? null : token.text;
  }

  /** The string at a place, also as a template: with the index after it. */
  stringAt(at: number): { readonly text: string | null; readonly end: number } | null {
    if (this.text(at) === '`') {
      const content = this.tokens[at + 1];
      return content?.kind === 'string' && this.text(at + 2) === '`' ? { text: content.text, end: at + 3 } : null;
    }
    const token = this.tokens[at];
    return token?.kind === 'string' ? { text: token.text, end: at + 1 } : null;
  }

  /** The environment that begins here, or a module that has it; null for all else. */
  environmentAt(at: number): EnvironmentAt | null {
    const bare = this.#bareAt(at);
    return bare === null ? null : this.#inBrackets(bare);
  }

  /** `(process.env as any)`, `(process.env ?? {})` */
  #inBrackets(bare: EnvironmentAt): EnvironmentAt {
    let { start, end } = bare;
    for (;;) {
      if (['??', '||'].includes(this.text(end) ?? '') && this.text(end + 1) === '{' && this.text(end + 2) === '}')
        end += 3;
      const isBracketed = this.text(start - 1) === '(' && this.text(end) === ')' && !this.#isCall(start - 1);
      if (!isBracketed) return { ...bare, start, end };
      start -= 1;
      end += 1;
    }
  }

  /** Whether a bracket has arguments: it follows a value. */
  #isCall(at: number): boolean {
    const before = this.tokens[at - 1];
    if (before === undefined) return false;
    return before.kind === 'word' ? !KEYWORDS.has(before.text ?? '') : before.text === ')' || before.text === ']';
  }

  #bareAt(at: number): EnvironmentAt | null {
    const token = this.tokens[at];
    const text = token?.text ?? '';
    if (token?.kind !== 'word' || !(ROOTS.has(text) || this.bindings.isKnown(text))) return null;
    if (DOTS.has(this.text(at - 1) ?? '')) return null;
    const bound = this.bindings.at(at);
    if (bound !== null) return this.#boundAt(at, bound);
    if (GLOBALS.has(text)) return DOTS.has(this.text(at + 1) ?? '') ? this.#memberOf(at, at + 2) : null;
    if (text === 'import' && this.text(at + 1) === '.' && this.text(at + 2) === 'meta')
      return this.#env('vite', at, at + 3);
    if (text === 'require' && this.text(at + 1) === '(') {
      const module = this.stringAt(at + 2);
      const isProcess = /^(?:node:)?process$/u.test(module?.text ?? '') && this.text(at + 3) === ')';
      return isProcess ? this.#process(at, at + 4) : null;
    }
    return this.#memberOf(at, at);
  }

  #memberOf(start: number, at: number): EnvironmentAt | null {
    switch (this.text(at)) {
      case 'process':
        return this.#process(start, at + 1);
      case 'Bun':
        return this.#env('environment', start, at + 1);
      case 'Deno':
        return this.#deno(this.#env('deno', start, at + 1));
      default:
        return null;
    }
  }

  #boundAt(at: number, { kind }: Binding): EnvironmentAt | null {
    if (kind === 'process') return this.#process(at, at + 1);
    if (kind === 'environment' || kind === 'vite') return { kind, start: at, end: at + 1 };
    return kind === 'deno' ? this.#deno({ kind, start: at, end: at + 1 }) : null;
  }

  #process(start: number, end: number): EnvironmentAt {
    return this.#env('environment', start, end) ?? { kind: 'process', start, end };
  }

  /** `.env`, `?.env`, `['env']` */
  #env(kind: EnvironmentAt['kind'], start: number, at: number): EnvironmentAt | null {
    if (DOTS.has(this.text(at) ?? '') && this.text(at + 1) === 'env') return { kind, start, end: at + 2 };
    if (this.text(at) !== '[') return null;
    const member = this.stringAt(at + 1);
    return member?.text === 'env' && this.text(member.end) === ']' ? { kind, start, end: member.end + 1 } : null;
  }

  /** `Deno.env.toObject()` is a table like others. */
  #deno(found: EnvironmentAt | null): EnvironmentAt | null {
    if (found === null) return null;
    const { start, end } = found;
    const isTable = this.text(end) === '.' && this.text(end + 1) === 'toObject' && this.text(end + 3) === ')';
    return isTable ? { kind: 'environment', start, end: end + 4 } : found;
  }
}

const KEYWORDS = new Set([
  'return',
  'typeof',
  'await',
  'yield',
  'in',
  'of',
  'case',
  'else',
  'do',
  'void',
  'new',
  'delete',
  'if',
  'while',
]);
