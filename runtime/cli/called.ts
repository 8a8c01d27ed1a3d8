/** What a call was about, for those who tell how it failed: read from its arguments, never from the words of a child command. */
import { given } from '../inputs/given.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import type { CallContext } from '../session/call.js';
import { findManifest } from '../session/named-manifest.js';
import type { Arguments, CommandSpec } from './arguments.js';
import { callOf } from './call-of.js';

export interface Called {
  /** Null where none was found, or none could be looked for. */
  readonly manifest: ManifestLocation | null;
  /** Whether the command honours scopes, and one was chosen. */
  readonly isScoped: boolean;
}

/** A call whose command line made no sense. */
export const UNKNOWN_CALL: Called = { manifest: null, isScoped: false };

/** The manifest is found the way the command found it. */
export function calledBy({ options }: CommandSpec, args: Arguments, context: CallContext): Called {
  const scope = options.find(({ name }) => name === 'scope');
  const fromVariable = scope?.variable === undefined ? undefined : context.variables[scope.variable];
  return { manifest: manifestOf(args, context), isScoped: given(args.text('scope') ?? fromVariable) !== null };
}

function manifestOf(args: Arguments, context: CallContext): ManifestLocation | null {
  try {
    return findManifest(callOf(args, context));
  } catch {
    return null;
  }
}
