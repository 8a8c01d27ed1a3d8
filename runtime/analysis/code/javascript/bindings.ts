/** What the names of a script stand for: the environment, a module that has it, or one string. */
import type { Script } from './script.js';

/** `vite`: of `import.meta.env`, in which some names are always there. */
export type Binding = { readonly kind: 'environment' | 'process' | 'deno' | 'vite' | 'other' } | ConstantBinding;
interface ConstantBinding {
  readonly kind: 'constant';
  readonly text: string;
}

const OTHER: Binding = { kind: 'other' };

export class Bindings {
  readonly #script: Script;
  /** By name: each scope that declares it. */
  readonly #declared = new Map<string, Map<number, Binding>>();

  readonly #known = new Set<string>();

  constructor(script: Script) {
    this.#script = script;
    for (const { text, scope } of script.tokens) {
      if (scope === null || text === null) continue;
      const scopes = this.#declared.get(text) ?? new Map<number, Binding>();
      this.#declared.set(text, scopes.set(scope, OTHER));
    }
  }

  /** Whether the name stands for something anywhere in the script. */
  isKnown(name: string): boolean {
    return this.#known.has(name);
  }

  /** What the name is in the scope that declares it there; one declared in no scope is of the file. */
  bind(at: number, binding: Binding): void {
    const { text, scope } = this.#script.tokens[at] ?? {};
    if (text == null) return;
    this.#known.add(text);
    const scopes = this.#declared.get(text) ?? new Map<number, Binding>();
    this.#declared.set(text, scopes.set(scope ?? 0, binding));
  }

  /** What the name at this token stands for; null: it is declared nowhere, so that it is global. */
  at(index: number): Binding | null {
    const scopes = this.#declared.get(this.#script.tokens[index]?.text ?? '');
    if (scopes === undefined) return null;
    let innermost: number | null = null;
    for (const scope of scopes.keys()) {
      const { start, end } = this.#script.scopes[scope] ?? { start: 0, end: Number.POSITIVE_INFINITY };
      // Scopes are in the order of their starts, so that of those around a token the last one is the innermost.
      if (start <= index && index < end && (innermost === null || scope > innermost)) innermost = scope;
    }
    return innermost === null ? null : (scopes.get(innermost) ?? null);
  }
}
