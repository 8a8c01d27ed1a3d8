/** What is needed if no linked plan is cached: the plan, from the manifest or a plan file, and the user configuration. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import type { Claims } from '#schemas/stores/judge-spec.js';
import type { UserConfig } from '#schemas/user-config.js';
import { refuse } from '../failure.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import { claimsOf } from '../inputs/claims.js';
import { configFile } from '../inputs/folders.js';
import { link } from '../link/link.js';
import type { Choice, LinkedPlan, LinkedStore } from '../link/linked-plan.js';
import { keepLinked, type Linking } from '../plan/linked-cache.js';
import { obtainPlan } from '../plan/obtain-plan.js';
import type { SourceFile } from '../plan/private-cache.js';
import { obtainUserConfig } from '../user-config/user-config.js';
import type { Call } from './call.js';
import { baseFolderOf, type NamedPlan } from '../inputs/named-plan.js';
import { obtainPlanFile } from '../plan/obtain-plan-file.js';
import { expectHash } from './policy.js';

export interface OpenedPlan {
  readonly plan: Plan;
  readonly hash: string;
  readonly user: UserConfig;
  /** The hash of the plan's powers, if the user requires that they are approved. */
  readonly powers: string | null;
  /** The external providers of this machine. */
  readonly claims: Claims;
  /** What plan and user configuration were made of; null if their linked plan must not be cached. */
  readonly sources: readonly SourceFile[] | null;
  /** About the user configuration. */
  readonly warnings: readonly Diagnostic[];
}

/** The plan of the call, verified for execution, and the user configuration. */
export async function openPlan(call: Call, named: NamedPlan, expected: string | null): Promise<OpenedPlan> {
  const folder = cacheFolder(call.variables, baseFolderOf(named));
  const obtained = named.kind === 'file' ? obtainPlanFile(folder, named, call) : obtainPlan(folder, named.manifest);
  const { plan, hash, read } = await obtained;
  await expectHash(expected, hash);
  const { user, source, mayBeKept, warnings } = await obtainUserConfig(configFile(call.variables), folder);
  const requiresTrust = user.requiresTrust || call.options.requiresTrust === true;
  return {
    plan,
    user,
    powers: requiresTrust && !isOurs(named) ? await powersOf(plan) : null,
    claims: claimsOf(call.variables),
    hash,
    sources: mayBeKept ? [...read, ...source] : null,
    warnings,
  };
}

async function powersOf(plan: Plan): Promise<string> {
  const { powersHash } = await import('../trust/powers-hash.js');
  return powersHash(plan);
}

/** Whether the text of the manifest is the tool's own: nobody else had a say in it. */
function isOurs({ manifest }: NamedPlan): boolean {
  return manifest?.inline?.isOurs === true;
}

/** Stops with all errors of the choice; with exit code 2 if it is only the command line that is wrong. */
export function linkPlan({ plan, user, claims }: OpenedPlan, choice: Choice): LinkedPlan {
  const linked = link(plan, choice, user, claims);
  if (linked.kind === 'linked') return linked.plan;
  return refuse(linked.diagnostics);
}

/** For the next call with the same choice. */
export function keepLinkedPlan(
  call: Call,
  named: NamedPlan,
  linking: Linking,
  { sources, hash, plan, user, powers }: OpenedPlan,
  linked: LinkedPlan,
): void {
  if (sources === null || linked.stores.some(isUnclaimed)) return;
  const folder = cacheFolder(call.variables, baseFolderOf(named));
  const { requireReason } = plan.project;
  keepLinked(folder, linking, sources, { hash, requireReason, audit: user.audit, powers, linked });
}

/** The next call may find that an external provider was installed: nothing that is kept with the linked plan would show it. */
function isUnclaimed(store: LinkedStore): boolean {
  return store.kind === 'broken' && (store.why.kind === 'unknown-scheme' || store.why.kind === 'unknown-alias');
}
