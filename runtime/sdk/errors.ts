/** The errors of the library: what is wrong, in a kind that does not change and the codes of `tool explain`. None of them holds a value. */
import type { Diagnostic, ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import { nameAs } from './inspected.js';

/** `semantics` 13.1, and what only the library has. */
export type ToolErrorKind = ErrorKind | 'missing_required' | 'version' | 'closed';

export interface ToolErrorFacts {
  readonly kind: ToolErrorKind;
  /** Of the first diagnostic: `tool explain CODE` explains it. Null where there is none. */
  readonly code?: string | null;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Something that could not be done. */
export class ToolError extends Error {
  readonly kind: ToolErrorKind;
  readonly code: string | null;
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, { kind, diagnostics = [], code = diagnostics[0]?.code ?? null }: ToolErrorFacts) {
    super(`${message} (kind: ${kind})`);
    this.kind = kind;
    this.code = code;
    this.diagnostics = diagnostics;
  }
}

/** Required secrets that have no value. */
export class MissingRequiredError extends ToolError {
  /** Their names, sorted. */
  readonly missing: readonly string[];

  constructor(message: string, missing: readonly string[], facts: Omit<ToolErrorFacts, 'kind'> = {}) {
    super(message, { ...facts, kind: 'missing_required' });
    this.missing = missing;
  }
}

/** A manifest that does not compile: every mistake in it. */
export class ManifestError extends ToolError {}

for (const [name, error] of Object.entries({ ToolError, MissingRequiredError, ManifestError })) {
  nameAs(name, error);
  Object.defineProperty(error.prototype, 'name', { value: name, configurable: true, writable: true });
}
