/** What a call was about, for reports of its failure: read from its arguments, never from those of a child command. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { given } from '../inputs/given.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { findManifest } from '../inputs/named-manifest.js';
import type { CallContext } from '../session/call.js';
import type { Arguments, CommandSpec } from './arguments.js';
import { callOf } from './call-of.js';
import { withGivenOptions } from './commands-to-type.js';
import { namedFiles } from './named-files.js';

export interface Called {
  /** Null if none was found, or the search was not possible. */
  readonly manifest: ManifestLocation | null;
  /** Files that the arguments name themselves, as absolute paths: their lines may be shown, wherever they are. */
  readonly named: readonly string[];
  /** Whether some secrets are hidden: the command supports scopes and one was chosen, or its secrets were narrowed. */
  readonly isScoped: boolean;
  /** Completes the commands that help says to type with the options that this call was given. */
  readonly complete: (diagnostics: readonly Diagnostic[]) => Promise<readonly Diagnostic[]>;
}

/** A call with an invalid command line. */
export const UNKNOWN_CALL: Called = {
  manifest: null,
  named: [],
  isScoped: false,
  complete: async (diagnostics) => diagnostics,
};

/** The manifest is found in the same way as by the command. */
export function calledBy({ options }: CommandSpec, args: Arguments, context: CallContext): Called {
  const scope = options.find(({ name }) => name === 'scope');
  const fromVariable = scope?.variable === undefined ? undefined : context.variables[scope.variable];
  const isNarrowed = args.has('only') || args.has('except');
  const isScoped = isNarrowed || given(args.text('scope') ?? fromVariable) !== null;
  return {
    manifest: manifestOf(args, context),
    named: namedFiles(args, context),
    isScoped,
    complete: (diagnostics) => withGivenOptions(diagnostics, args),
  };
}

function manifestOf(args: Arguments, context: CallContext): ManifestLocation | null {
  try {
    return findManifest(callOf(args, context));
  } catch {
    return null;
  }
}
