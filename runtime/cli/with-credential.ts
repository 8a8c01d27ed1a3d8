/** The credential that a helper answers with, or that `login` stores: secrets of a manifest, or of one that is made for it. */
import { dirname } from 'node:path';
import { credentialHelpers } from '#schemas/diagnostics/E14-credential-helpers.js';
import { EMBEDDED_PROFILE, type EmbeddedManifest } from '../credential-helpers/embedded-manifest.js';
import type { HelperOptions } from '../credential-helpers/helper-options.js';
import { Failure, fail } from '../failure.js';
import { configFile } from '../inputs/folders.js';
import type { Call, Caller, CallOptions, CommandContext } from '../session/call.js';
import type { Session } from '../session/session.js';
import type { SecretValue } from '../values/secret-value.js';
import type { Arguments } from './arguments.js';
import { callOf } from './call-of.js';
import { withSession } from './with-session.js';

/** What is asked of the store for a user name and a password. */
export interface CredentialNames {
  readonly password: string;
  readonly username: string | null;
}

/** A session about a manifest that is made for one credential. */
export async function withEmbedded<T>(
  args: Arguments,
  context: CommandContext,
  { made, caller }: { readonly made: EmbeddedManifest; readonly caller?: Caller },
  use: (session: Session) => Promise<T>,
): Promise<T> {
  try {
    return await withSession(args, context, use, embeddedCall(args, context, made, caller));
  } catch (error) {
    if (!(error instanceof Failure) || error.diagnostics.every(({ code }) => code !== WITHOUT_STORE)) throw error;
    return fail(credentialHelpers.E1407({}));
  }
}

const WITHOUT_STORE = 'E0803';

/** Relative stores start at the folder of the user configuration. */
function embeddedCall(args: Arguments, context: CommandContext, { text }: EmbeddedManifest, caller?: Caller): Call {
  const config = configFile(context.variables);
  const inline = { text, baseFolder: config === null ? null : dirname(config), isOurs: true } as const;
  return callOf(args, withoutExpectations(context), {
    inline,
    profile: EMBEDDED_PROFILE,
    ...callerOption(args, caller),
  });
}

/** The expected hash is that of a plan of a project. */
function withoutExpectations(context: CommandContext): CommandContext {
  const { TOOL_EXPECT_HASH: _, ...variables } = context.variables;
  const { entries, interruption } = context;
  return {
    variables,
    entries,
    interruption,
    get workingFolder() {
      return context.workingFolder;
    },
  };
}

/** `made`: the manifest for a credential that no other one has. */
export function withCredential<T>(
  args: Arguments,
  context: CommandContext,
  {
    options,
    made,
    caller,
  }: { readonly options: HelperOptions; readonly made: EmbeddedManifest; readonly caller: Caller },
  use: (session: Session, names: CredentialNames) => Promise<T>,
): Promise<T> {
  if (options.file === null) {
    const names = { password: made.password, username: options.username === null ? made.username : null };
    return withEmbedded(args, context, { made, caller }, (session) => use(session, names));
  }
  const names = { password: options.tokenSecret ?? 'PASSWORD', username: options.usernameSecret };
  const call = callOf(args, context, callerOption(args, caller));
  return withSession(args, context, (session) => use(session, names), call);
}

export interface Credential {
  readonly value: SecretValue;
  /** Null where no store knows it. */
  readonly expiresAt: Date | null;
}

/** Null if there is none. */
export async function credentialFor(session: Session, secret: string): Promise<Credential | null> {
  try {
    const { value, expiresAt } = await session.getWithValidity(secret);
    return value === null ? null : { value, expiresAt };
  } catch (error) {
    if (error instanceof Failure && error.diagnostics.every(({ code }) => code === WITHOUT_VALUE)) return null;
    throw error;
  }
}

const WITHOUT_VALUE = 'E1003';

/** Who calls is said by Git and Docker, unless a person says it. */
function callerOption(
  args: Arguments,
  caller: Caller | undefined,
): Pick<CallOptions, 'caller'> | Record<string, never> {
  return caller === undefined || args.has('caller') ? {} : { caller };
}
