/** Resolving in an operation, and the messages about a resolution. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { At } from '#schemas/addresses/address.js';
import { execute } from '../execute/execute.js';
import type { Mode } from '../execute/mode.js';
import type { Resolution } from '../execute/resolution.js';
import { fail } from '../failure.js';
import type { LinkedPlan } from '../link/linked-plan.js';
import type { Stores } from '../stores/stores.js';
import type { ValueBreach } from '../value-rules/judge-values.js';
import type { Environment } from '../values/environment.js';
import type { Facts, Operation } from './operation.js';
import { refOf } from './recorder.js';

export interface Resolved {
  readonly linked: LinkedPlan;
  /** The stores that were asked. */
  readonly stores: Stores;
  /** The variables of the call, read when something is to be explained. */
  readonly environment: Environment;
  /** Whether the call replaces all stores by one. */
  readonly isOverridden: boolean;
  /** What a person may want to change about values; only of `check`. */
  readonly advice: readonly Diagnostic[];
  /** Rules of policies that values break; only of `check`. */
  readonly breaches: readonly ValueBreach[];
  readonly resolution: Resolution;
}

/** What was looked for and where: known even if it failed. */
export interface Looked extends Pick<Resolution, 'accessed' | 'provider'>, Pick<Resolved, 'linked' | 'stores'> {
  /** Null if it failed. */
  readonly resolution: Resolution | null;
}

/** A temporary file that could not be removed. */
interface FileLeft {
  readonly path: string;
  readonly reason: string;
}

/** The resolution, even if required secrets are missing in it. A hard error stops. `facts`: what the record says of it, in any case. */
export async function resolve(
  operation: Operation,
  mode: Mode,
  facts: (looked: Looked) => Facts = providerOf,
): Promise<Resolved> {
  const linked = await operation.link();
  const ports = await operation.ports(linked);
  const { stores } = ports;
  await operation.beforeContact(linked);
  const result = await execute(linked, mode, ports);
  const { accessed, provider } = result.kind === 'resolved' ? result.resolution : result;
  const resolution = result.kind === 'resolved' ? result.resolution : null;
  operation.addFacts(facts({ accessed, provider, linked, stores, resolution }));
  if (resolution !== null && resolution.failures.length > 0) operation.throwIfAborted();
  await operation.warn(result.warnings);
  if (result.kind === 'failed') return fail(...result.diagnostics);
  return {
    linked,
    stores,
    get environment() {
      return ports.generators.environment;
    },
    isOverridden: operation.isOverridden,
    advice: result.advice,
    breaches: result.breaches,
    resolution: result.resolution,
  };
}

/** Nothing where no store was wanted. */
export function providerOf({ provider }: Pick<Looked, 'provider'>): Facts {
  return provider === '' ? {} : { provider };
}

/** The store that is read first for a secret. */
export function firstStoreOf(secret: string, { linked, stores }: Pick<Looked, 'linked' | 'stores'>): Facts {
  const first = linked.reads.find((step) => step.secret === secret)?.from[0];
  return first === undefined ? {} : { provider: stores.shown(first.store), at: first.at };
}

/** Stops if a required secret is missing, a group is violated or a value is against a policy; `also` is reported first. */
export async function requireSatisfied(resolved: Resolved, also: readonly Diagnostic[] = []): Promise<Resolution> {
  const { resolution } = resolved;
  const refused = refusedBy(resolved);
  if (isSatisfied(resolution)) return refused.length === 0 ? resolution : fail(...refused);
  // Nothing was made beside them, so that what is missing is not known to stay missing.
  if (resolution.failures.length > 0) return fail(...also, ...resolution.failures, ...refused);
  return fail(...also, ...(await unsatisfiedIn(resolved)), ...refused);
}

/** What rules of policies do not allow. */
export function refusedBy({ breaches }: Pick<Resolved, 'breaches'>): readonly Diagnostic[] {
  return breaches.flatMap(({ diagnostic }) => (diagnostic.severity === 'error' ? [diagnostic] : []));
}

/** What rules of policies advise against. */
export function advisedBy({ breaches }: Pick<Resolved, 'breaches'>): readonly Diagnostic[] {
  return breaches.flatMap(({ diagnostic }) => (diagnostic.severity === 'warning' ? [diagnostic] : []));
}

/** Missing secrets and violated groups in words. */
export async function unsatisfiedIn(resolved: Resolved): Promise<readonly Diagnostic[]> {
  const { unsatisfied } = await import('../execute/explaining/unsatisfied.js');
  return unsatisfied(resolved.linked, resolved.resolution, resolved);
}

export function isSatisfied({ violations, failures, secrets }: Resolution): boolean {
  return violations.length + failures.length === 0 && secrets.every(({ status }) => status !== 'missing_required');
}

/** The names of the secrets that have a value, and the coordinates of those whose entry an author chose. */
export function foundIn({ linked, resolution }: Pick<Resolved, 'linked' | 'resolution'>): Facts {
  const names: string[] = [];
  for (const { secret, status } of resolution.secrets) if (status === 'found') names.push(secret);
  return { keys: names, ...refsIn(names, linked, resolution) };
}

/** Where the entry of a secret was found, or else is looked for first. Nothing where all follow the convention, which is usual. */
export function refsIn(
  names: readonly string[],
  { reads }: LinkedPlan,
  resolution: Resolution | null,
): Pick<Facts, 'refs'> {
  if (!reads.some(({ from }) => from.some(({ at }) => at.kind === 'native'))) return {};
  const wanted = new Set(names);
  const found = new Map<string, At>();
  for (const one of resolution?.secrets ?? []) {
    if (one.status === 'found' && one.origin.kind === 'store') found.set(one.secret, one.origin.at);
  }
  const refs = new Map<string, string>();
  for (const { secret, from } of reads) {
    const ref = wanted.has(secret) ? refOf(found.get(secret) ?? from[0]?.at) : undefined;
    if (ref !== undefined) refs.set(secret, ref);
  }
  return { refs };
}

/** If `use` throws, no one has received the paths of the temporary files, so they are removed. */
export async function handOver<T>(resolution: Resolution, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    await release(resolution);
    throw error;
  }
}

/** Removes the temporary files of a resolution, those of hidden inputs included. Gives those that are still there, and why. */
export async function release({ files }: Resolution): Promise<readonly FileLeft[]> {
  const { removeTemporary } = await import('../execute/delivering/temporary-files.js');
  const left: FileLeft[] = [];
  for (const path of files) {
    const reason = removeTemporary(path);
    if (reason !== null) left.push({ path, reason });
  }
  return left;
}
