/**
 * What a shell may have in a folder: only of an approved manifest, without a question, within a short time. Whatever prevents it is
 * a line for the person at the prompt, and no failure.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { SHOWN_USER_CONFIG } from '#schemas/user-config.js';
import { Failure, ManifestFailure, UsageError } from '../failure.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import { configFile, homeFolder } from '../inputs/folders.js';
import { given } from '../inputs/given.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { findManifest } from '../inputs/named-manifest.js';
import { type Call, type CallContext, type Interruption, NO_OPTIONS } from '../session/call.js';
import { nodePorts } from '../session/node-ports.js';
import type { AtHand } from '../session/operations/at-hand.js';
import { Session } from '../session/session.js';
import { approvalPath, readApproval, realManifest, trustFolder } from '../trust/approval.js';
import { obtainUserConfig } from '../user-config/user-config.js';
import { placeOf } from './place.js';
import type { Watch } from './watch.js';

export type Available =
  /** No manifest is in or above the folder, or nothing may be loaded here. `manifest`: null if there is none. */
  | { readonly kind: 'nothing'; readonly manifest: ManifestLocation | null }
  | { readonly kind: 'prevented'; readonly manifest: ManifestLocation | null; readonly why: Prevented }
  | { readonly kind: 'found'; readonly manifest: ManifestLocation; readonly found: AtHand };

export type Prevented =
  | { readonly kind: 'not approved'; readonly former: boolean }
  | { readonly kind: 'no manifest' | 'invalid manifest' | 'invalid configuration' | 'needs a reason' }
  | { readonly kind: 'too late'; readonly seconds: number }
  /** The message of the first error. */
  | { readonly kind: 'failed'; readonly message: string };

export interface Caller {
  readonly context: CallContext;
  readonly interruption: Interruption;
}

const MS = 1_000;

/** The files that decide about the answer are added to `watch`, each before it is read. */
export async function availableTo(caller: Caller, watch: Watch): Promise<Available> {
  let manifest: ManifestLocation | null = null;
  try {
    manifest = findManifest({ options: NO_OPTIONS, ...caller.context });
    return manifest === null ? { kind: 'nothing', manifest } : await availableIn(manifest, caller, watch);
  } catch (error) {
    const why = preventedBy(error);
    if (why === null) throw error;
    return { kind: 'prevented', manifest, why };
  }
}

async function availableIn(manifest: ManifestLocation, caller: Caller, watch: Watch): Promise<Available> {
  const { variables } = caller.context;
  const config = configFile(variables);
  const real = realManifest(manifest);
  const approvals = trustFolder(variables);
  watch.add(join(manifest.folder, manifest.name), ...(config === null ? [] : [config]));
  if (real !== null && approvals !== null) watch.add(approvalPath(approvals, real));
  const user = await userConfig(config, manifest, caller);
  if (user === null) return { kind: 'prevented', manifest, why: { kind: 'invalid configuration' } };
  const place = placeOf(user.hook, manifest.folder, homeFolder(variables));
  if (place === null) return { kind: 'nothing', manifest };
  // Only one that is named may be missing.
  if (!existsSync(join(manifest.folder, manifest.name)))
    return { kind: 'prevented', manifest, why: { kind: 'no manifest' } };
  // Of what nobody has approved not even the manifest is read.
  const isNamed = given(variables['TOOL_EXPECT_HASH']) !== null;
  if (!isNamed && (real === null || readApproval(variables, real).kind !== 'approval'))
    return { kind: 'prevented', manifest, why: { kind: 'not approved', former: false } };
  const found = await atHand(callIn(caller.context, place), caller, user.hook.timeoutSeconds, watch);
  if (found === null) {
    const { timeoutSeconds: seconds } = user.hook;
    return { kind: 'prevented', manifest, why: { kind: 'too late', seconds } };
  }
  return { kind: 'found', manifest, found };
}

async function userConfig(config: string | null, { folder }: ManifestLocation, { context }: Caller) {
  try {
    return (await obtainUserConfig(config, cacheFolder(context.variables, folder))).user;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Variables say more than the folder, as they do in any other call. */
function callIn(
  { variables, entries, workingFolder }: CallContext,
  place: { profile: string | null; scope: string | null },
): Call {
  return {
    options: {
      ...NO_OPTIONS,
      profile: given(variables['TOOL_PROFILE']) ?? place.profile,
      scope: variables['TOOL_SCOPE'] ?? place.scope,
      requiresTrust: true,
    },
    variables,
    ...(entries !== undefined && { entries }),
    workingFolder,
  };
}

/** Null: the stores did not answer in time. */
async function atHand(call: Call, { interruption }: Caller, seconds: number, watch: Watch): Promise<AtHand | null> {
  const silent = async () => {};
  const session = new Session(
    call,
    nodePorts({
      warn: silent,
      notice: silent,
      mayUnlock: false,
      signal: () => interruption.signal,
      uninterruptibly: (work) => interruption.uninterruptibly(work),
    }),
  );
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TooLate()), seconds * MS);
  try {
    watch.add(...(await session.watched()));
    return await session.request({ signal: late.signal }).atHand(async (found) => found);
  } catch (error) {
    if (error instanceof TooLate) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    await session.close();
  }
}

class TooLate extends Error {}

/** Null for a bug. */
function preventedBy(error: unknown): Prevented | null {
  if (error instanceof ManifestFailure) return { kind: 'invalid manifest' };
  if (error instanceof UsageError) return { kind: 'failed', message: error.message };
  const [first] = error instanceof Failure ? error.diagnostics : [];
  return first === undefined ? null : preventedWith(first);
}

function preventedWith({ kind, message, at }: Diagnostic): Prevented {
  if (kind === 'not_trusted') return { kind: 'not approved', former: true };
  if (kind === 'reason_required') return { kind: 'needs a reason' };
  return at?.file === SHOWN_USER_CONFIG ? { kind: 'invalid configuration' } : { kind: 'failed', message };
}
