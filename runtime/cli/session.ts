/** What most commands do first: obtain the plan and the user configuration, ask for a reason, link, execute. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import type { Plan, RequireReason } from '#schemas/plan.js';
import type { UserConfig } from '#schemas/user-config.js';
import { isAgent } from '../access/caller.js';
import { requireReason } from '../access/reason-policy.js';
import { execute } from '../execute/execute.js';
import type { Mode } from '../execute/mode.js';
import type { Resolution } from '../execute/resolution.js';
import { unsatisfied } from '../execute/unsatisfied.js';
import { fail } from '../failure.js';
import { type ChoiceInputs, chooseAll, chooseNamed } from '../inputs/choice.js';
import { cacheFolder, configFolder } from '../inputs/folders.js';
import { locateManifest, type ManifestLocation } from '../inputs/locate-manifest.js';
import { configPath, obtainUserConfig } from '../inputs/user-config.js';
import { link } from '../link/link.js';
import type { Choice, LinkedPlan } from '../link/linked-plan.js';
import { keepLinked, type Linking, type LinkSource, readLinked } from '../plan/linked-cache.js';
import { obtainPlan } from '../plan/obtain-plan.js';
import { MANIFEST_NAME } from '../version.js';
import type { Arguments } from './arguments.js';
import { executionPorts } from './execution-ports.js';

/** What a call has when it meets the stores. */
export interface Session {
  readonly reason: string | null;
  /** Relative paths of stores start here. */
  readonly baseFolder: string;
}

export interface PlanSession extends Session {
  readonly plan: Plan;
  readonly user: UserConfig;
  readonly inputs: ChoiceInputs;
  /** What the plan and the user configuration were made of; null where that is not to be kept. */
  readonly sources: readonly LinkSource[] | null;
  readonly hash: string;
}

export interface LinkedSession {
  readonly session: Session;
  readonly linked: LinkedPlan;
}

/** Plan, user configuration and reason of this call. The reason is asked for before any profile or store is looked at. */
export async function openSession(args: Arguments): Promise<PlanSession> {
  const { plan, baseFolder, hash, sources } = await obtain(args);
  expectHash(args, hash);
  const path = configPathNow();
  const { user, bytes, mayBeKept } = await obtainUserConfig(path, cacheFolder(process.env));
  const reason = reasonFor(plan.project.requireReason, args);
  const kept = mayBeKept && sources !== null ? [...sources, { path, bytes }] : null;
  return { plan, user, reason, baseFolder, inputs: inputsOf(args), sources: kept, hash };
}

/** Everything that the scope shows, linked: as last time, where nothing has changed since. */
export async function openLinked(args: Arguments): Promise<LinkedSession> {
  const linking = linkingOf(args);
  const known = linking && readLinked(cacheFolder(process.env), linking);
  if (linking === null || known === null) return linkNow(args, linking);
  expectHash(args, known.hash);
  const reason = reasonFor(known.requireReason, args);
  return { session: { reason, baseFolder: linking.manifest.folder }, linked: known.linked };
}

async function linkNow(args: Arguments, linking: Linking | null): Promise<LinkedSession> {
  const session = await openSession(args);
  const linked = linkAll(session);
  const { sources, hash, plan } = session;
  if (linking !== null && sources !== null) {
    keepLinked(cacheFolder(process.env), linking, sources, { hash, requireReason: plan.project.requireReason, linked });
  }
  return { session, linked };
}

/** Null for a plan file: it is no manifest of this machine. */
function linkingOf(args: Arguments): Linking | null {
  if (args.text('plan') !== null) return null;
  return { manifest: requireManifest(args), configPath: configPathNow(), choice: chooseAll(inputsOf(args)) };
}

function configPathNow(): string {
  return configPath(configFolder(process.env));
}

function reasonFor(policy: RequireReason, args: Arguments): string | null {
  const variables = process.env;
  return requireReason(policy, {
    flag: args.text('reason'),
    variable: variables['TOOL_REASON'],
    isAgent: isAgent(variables),
  });
}

function inputsOf(args: Arguments): ChoiceInputs {
  return {
    profile: args.text('profile'),
    provider: args.text('provider'),
    scope: args.text('scope'),
    variables: process.env,
  };
}

/** The manifest of this call; E0308 where there is none, in the words of the call where it names one. */
export function requireManifest(args: Arguments): ManifestLocation {
  const named = namedManifest(args);
  const manifest = locateManifest(named, process.cwd());
  const isThere = manifest !== null && (named === null || existsSync(join(manifest.folder, manifest.name)));
  return isThere ? manifest : fail(inheritance.E0308({ name: MANIFEST_NAME, path: named }));
}

export function findManifest(args: Arguments): ManifestLocation | null {
  return locateManifest(namedManifest(args), process.cwd());
}

function namedManifest(args: Arguments): string | null {
  return args.text('file') ?? process.env['TOOL_FILE'] ?? null;
}

type Obtained = Pick<PlanSession, 'plan' | 'baseFolder' | 'sources' | 'hash'>;

async function obtain(args: Arguments): Promise<Obtained> {
  const planFile = args.text('plan');
  if (planFile !== null) return obtainFromFile(planFile, findManifest(args));
  const manifest = requireManifest(args);
  const { plan, hash, sources, bytes } = await obtainPlan(cacheFolder(process.env), manifest);
  const read = sources.map(({ path }, index) => ({ path: join(manifest.folder, path), bytes: bytes[index] ?? null }));
  return { plan, hash, baseFolder: manifest.folder, sources: read };
}

async function obtainFromFile(shown: string, manifest: ManifestLocation | null): Promise<Obtained> {
  const { readPlanFile, staleSource } = await import('../plan/plan-file.js');
  const path = resolvePath(shown);
  const read = readPlanFile(path, shown);
  if (read.kind === 'refused') fail(read.why);
  const stale = manifest === null ? null : staleSource(read.file, manifest);
  if (stale !== null) fail(planFiles.E1304({ file: shown, ...stale }));
  return { plan: read.file.plan, hash: read.file.hash, baseFolder: manifest?.folder ?? dirname(path), sources: null };
}

function expectHash(args: Arguments, found: string): void {
  const expected = args.text('expect-hash')?.trim() ?? found;
  if (expected !== found) fail(planFiles.E1306({ expected, found }));
}

/** Everything the scope shows. */
export function linkAll(session: PlanSession): LinkedPlan {
  return linkChoice(session, chooseAll(session.inputs));
}

/** These secrets and what they are made of, whatever the scope. */
export function linkNamed(session: PlanSession, names: readonly string[]): LinkedPlan {
  return linkChoice(session, chooseNamed(session.inputs, names));
}

function linkChoice({ plan, user }: PlanSession, choice: Choice): LinkedPlan {
  const linked = link(plan, choice, user);
  return linked.kind === 'linked' ? linked.plan : fail(...linked.diagnostics);
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
export function requireSatisfied(linked: LinkedPlan, resolution: Resolution): Resolution {
  const diagnostics = unsatisfied(linked, resolution);
  return diagnostics.length === 0 ? resolution : fail(...diagnostics);
}
