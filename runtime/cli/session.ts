/** What most commands do first: obtain the plan and the user configuration, ask for a reason, link, execute. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import type { Plan } from '#schemas/plan.js';
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
import { obtainUserConfig } from '../inputs/user-config.js';
import { link } from '../link/link.js';
import type { Choice, LinkedPlan } from '../link/linked-plan.js';
import { obtainPlan } from '../plan/obtain-plan.js';
import { MANIFEST_NAME } from '../version.js';
import type { Arguments } from './arguments.js';
import { executionPorts } from './execution-ports.js';

export interface Session {
  readonly plan: Plan;
  readonly user: UserConfig;
  readonly reason: string | null;
  /** Relative paths of stores start here. */
  readonly baseFolder: string;
  /** Null where a plan file runs alone. */
  readonly manifest: ManifestLocation | null;
  readonly inputs: ChoiceInputs;
}

type Obtained = Pick<Session, 'plan' | 'baseFolder' | 'manifest'> & { readonly hash: string };

/** Plan, user configuration and reason of this call. The reason is asked for before any profile or store is looked at. */
export async function openSession(args: Arguments): Promise<Session> {
  const variables = process.env;
  const { plan, baseFolder, manifest, hash } = await obtain(args);
  expectHash(args.text('expect-hash'), hash);
  const user = await obtainUserConfig(configFolder(variables), cacheFolder(variables));
  const reason = requireReason(plan.project.requireReason, {
    flag: args.text('reason'),
    variable: variables['TOOL_REASON'],
    isAgent: isAgent(variables),
  });
  const inputs = {
    profile: args.text('profile'),
    provider: args.text('provider'),
    scope: args.text('scope'),
    variables,
  };
  return { plan, user, reason, baseFolder, manifest, inputs };
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

async function obtain(args: Arguments): Promise<Obtained> {
  const planFile = args.text('plan');
  if (planFile !== null) return obtainFromFile(planFile, findManifest(args));
  const manifest = requireManifest(args);
  const { plan, hash } = await obtainPlan(cacheFolder(process.env), manifest);
  return { plan, hash, manifest, baseFolder: manifest.folder };
}

async function obtainFromFile(shown: string, manifest: ManifestLocation | null): Promise<Obtained> {
  const { readPlanFile, staleSource } = await import('../plan/plan-file.js');
  const path = resolvePath(shown);
  const read = readPlanFile(path, shown);
  if (read.kind === 'refused') fail(read.why);
  const stale = manifest === null ? null : staleSource(read.file, manifest);
  if (stale !== null) fail(planFiles.E1304({ file: shown, ...stale }));
  return { plan: read.file.plan, hash: read.file.hash, manifest, baseFolder: manifest?.folder ?? dirname(path) };
}

function expectHash(expected: string | null, found: string): void {
  if (expected !== null && expected.trim() !== found) fail(planFiles.E1306({ expected: expected.trim(), found }));
}

/** Everything the scope shows. */
export function linkAll(session: Session): LinkedPlan {
  return linkChoice(session, chooseAll(session.inputs));
}

/** These secrets and what they are made of, whatever the scope. */
export function linkNamed(session: Session, names: readonly string[]): LinkedPlan {
  return linkChoice(session, chooseNamed(session.inputs, names));
}

function linkChoice({ plan, user }: Session, choice: Choice): LinkedPlan {
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
