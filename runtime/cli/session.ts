/** What `run` and its like do first: everything that the scope shows, linked as last time where nothing has changed; then execute it. */
import { execute } from '../execute/execute.js';
import type { Mode } from '../execute/mode.js';
import type { Resolution } from '../execute/resolution.js';
import { fail } from '../failure.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import { chooseAll } from '../inputs/choice.js';
import { configFile } from '../inputs/folders.js';
import type { LinkedPlan } from '../link/linked-plan.js';
import { type Linking, readLinked } from '../plan/linked-cache.js';
import type { ReadFile } from '../plan/private-cache.js';
import { readTrustedBytes } from '../plan/read-trusted-bytes.js';
import type { Arguments } from './arguments.js';
import { choiceInputsOf, expectedHash, expectHash, reasonOf } from './call-policy.js';
import { executionPorts } from './execution-ports.js';
import { baseFolderOf, type NamedPlan, namedPlan } from './named-plan.js';

/** What a call has when it meets the stores. */
export interface Session {
  readonly reason: string | null;
  /** Relative paths of stores start here. */
  readonly baseFolder: string;
}

export interface LinkedSession {
  readonly session: Session;
  readonly linked: LinkedPlan;
}

/** Everything that the scope shows. What makes a linked plan is loaded only where there is none to take up. */
export async function openLinked(args: Arguments): Promise<LinkedSession> {
  const expected = expectedHash(args);
  const named = await namedPlan(args);
  const linking = linkingOf(args, named);
  const known = linking && readLinked(cacheFolder(process.env, baseFolderOf(named)), linking);
  if (linking === null || known === null) {
    const { linkNow } = await import('./plan-session.js');
    return linkNow(args, linking);
  }
  await expectHash(expected, known.hash);
  const reason = reasonOf(args, known.requireReason);
  return { session: { reason, baseFolder: baseFolderOf(named) }, linked: known.linked };
}

/** Null for a plan file that must not be obeyed. That is looked at every time, whatever is kept of its content. */
function linkingOf(args: Arguments, named: NamedPlan): Linking | null {
  const planFile = named.kind === 'file' ? trustedFile(named.path) : null;
  if (named.kind === 'file' && planFile === null) return null;
  const { manifest } = named;
  return { manifest, planFile, configPath: configFile(process.env), choice: chooseAll(choiceInputsOf(args)) };
}

function trustedFile(path: string): ReadFile | null {
  const opened = readTrustedBytes(path);
  return opened.kind === 'bytes' ? { path, bytes: opened.bytes } : null;
}

/** The resolution, whether or not everything required is in it. Warnings have been printed; a hard error stops. */
export async function resolve(session: Session, linked: LinkedPlan, mode: Mode): Promise<Resolution> {
  const result = await execute(linked, mode, executionPorts(session, linked));
  if (result.warnings.length > 0) {
    const { printDiagnostics } = await import('./print-failure.js');
    await printDiagnostics(result.warnings, null);
  }
  return result.kind === 'resolved' ? result.resolution : fail(...result.diagnostics);
}

/** Stops where a required secret is missing or a group is violated. */
export async function requireSatisfied(
  { session, linked }: LinkedSession,
  resolution: Resolution,
): Promise<Resolution> {
  if (isSatisfied(resolution)) return resolution;
  const { unsatisfied } = await import('../execute/unsatisfied.js');
  return fail(...(await unsatisfied(linked, resolution, executionPorts(session, linked))));
}

export function isSatisfied({ violations, secrets }: Resolution): boolean {
  return violations.length === 0 && secrets.every(({ status }) => status !== 'missing_required');
}
