/** The call that a client makes by opening a session: what it says replaces the variables that say the same on the command line. */
import type { Caller } from '../access/caller.js';
import type { CallContext } from '../inputs/call-context.js';
import type { Party } from '../json-rpc/session-methods.js';
import { type Call, type CallOptions, NO_OPTIONS } from '../session/call.js';
import type { ApplicationParams } from './protocol.js';

/** What the command line of the server decides. */
export interface ServerOptions {
  readonly isReadOnly: boolean;
  readonly expectHash: string | null;
  /** Used where the client gives no reason. */
  readonly reason: string | null;
  /** Recorded in place of the client's name and version. */
  readonly caller: Caller | null;
}

const IGNORED: ReadonlySet<string> = new Set([
  'TOOL_FILE',
  'TOOL_PROFILE',
  'TOOL_PROVIDER',
  'TOOL_REASON',
  'TOOL_SCOPE',
]);

export function clientCall(
  context: CallContext,
  client: Party,
  said: ApplicationParams,
  { expectHash, reason, caller }: ServerOptions,
): Call {
  const { profile, provider, scope, requested_authorization_duration_ms: authorizationMs } = said;
  const manifest = manifestIn(said);
  const variables = Object.entries(context.variables).filter(([name]) => !IGNORED.has(name));
  return {
    options: {
      ...NO_OPTIONS,
      ...manifest,
      ...{ profile, provider, scope, expectHash },
      reason: isBlank(said.reason) ? reason : said.reason,
      caller: caller ?? { name: client.name, version: client.version },
      ...(authorizationMs !== undefined && { authorizationMs }),
    },
    variables: Object.fromEntries(variables),
    ...(context.entries !== undefined && { entries: context.entries }),
    workingFolder: folderOf(context),
  };
}

/** It may have been removed, which matters to no session: paths are absolute. */
function folderOf(context: CallContext): string {
  try {
    return context.workingFolder;
  } catch {
    return '/';
  }
}

function manifestIn({ manifest }: ApplicationParams): Pick<CallOptions, 'file' | 'inline'> {
  if (manifest.kind === 'path') return { file: manifest.path };
  return { file: null, inline: { text: manifest.toml, baseFolder: manifest.base_dir } };
}

function isBlank(text: string | null): text is null {
  return text === null || text.trim() === '';
}
