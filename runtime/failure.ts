/** How a command ends when it cannot do what it was asked: with diagnostics, or as a mistake in the command line. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';

/** Carries what to print; never a value. The exit code is 1 unless the command says otherwise. */
export class Failure extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly exitCode: number;
  constructor(diagnostics: readonly Diagnostic[], exitCode = 1) {
    super(diagnostics.map(({ message }) => message).join('; '));
    this.diagnostics = diagnostics;
    this.exitCode = exitCode;
  }
}

/** A manifest that does not compile: all that is wrong with it. */
export class ManifestFailure extends Failure {}

/** A mistake in the command line: exit 2. */
export class UsageError extends Error {
  readonly help: string | null;
  constructor(message: string, help: string | null = null) {
    super(message);
    this.help = help;
  }
}

/** Stops with these diagnostics. */
export function fail(...diagnostics: readonly Diagnostic[]): never {
  throw new Failure(diagnostics);
}

/** The same for a choice that cannot be linked: exit 2 if only the command line is wrong. */
export function refuse(diagnostics: readonly Diagnostic[]): never {
  throw new Failure(diagnostics, diagnostics.every(({ kind }) => kind === 'usage') ? 2 : 1);
}
