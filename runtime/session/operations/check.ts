/** `check`: does everything resolve? Records what was looked for, hidden inputs included (spec 6, rule 2). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { AuditOutcome } from '../../audit/audit-record.js';
import type { Offer } from '../../execute/explaining/storable-secrets.js';
import { CHECK, type Mode, REPORT, reportJudged } from '../../execute/mode.js';
import type { Resolution } from '../../execute/resolution.js';
import { Failure, fail } from '../../failure.js';
import type { Variables } from '../../inputs/folders.js';
import type { ValueBreach } from '../../value-rules/judge-values.js';
import type { Call } from '../call.js';
import type { Facts, Operation } from '../operation.js';
import {
  advisedBy,
  isSatisfied,
  type Looked,
  providerOf,
  type Resolved,
  refsIn,
  refusedBy,
  release,
  requireSatisfied,
  resolve,
} from '../resolve.js';
import { dotenvStores } from './dotenv-stores.js';

export interface Checking {
  readonly project: string;
  /** Without credentials: it need not exist before `resolve` was successful. */
  readonly profile: string;
  /** The resolution, even if required secrets are missing in it. May be repeated; the last one is recorded. */
  resolve(): Promise<Resolved>;
  /** What the person at the terminal can store, so that nothing required is missing; null if there is nothing, or no one. */
  offer(resolved: Resolved): Promise<Offer | null>;
  /** Removes the temporary files of a resolution that is not used. */
  release(resolution: Resolution): Promise<unknown>;
  /**
   * Warns of what is allowed, but rarely meant: empty values, those that change the URL they are inserted in, files that others could read, and
   * keys of `.env` files that no profile declares; and of values that are against an advisory policy.
   */
  warnOfDoubtful(resolved: Resolved): Promise<void>;
  /** Stops if a required secret is missing, a group is violated or a value is against a policy; `also` is reported first. */
  requireSatisfied(resolved: Resolved, also?: readonly Diagnostic[]): Promise<Resolution>;
}

export function check<T>(
  operation: Operation,
  { variables, options }: Pick<Call, 'variables' | 'options'>,
  use: (checking: Checking) => Promise<T>,
): Promise<T> {
  const { policies } = options;
  const { project, shownProfile } = operation;
  return use({
    project,
    profile: shownProfile,
    resolve: () => resolveRecorded(operation, policies === undefined ? CHECK : { ...CHECK, policies }),
    offer: (resolved) => offerOf(operation, resolved),
    release,
    warnOfDoubtful: (resolved) => warnOfDoubtful(operation, resolved, variables),
    requireSatisfied,
  });
}

export interface ReportOptions {
  /** Whether a person reads the report, who may want to know of keys that no profile declares. */
  readonly warnsOfUndeclared?: boolean;
}

/** `seen`: an address of the report, for people. `breaches`: rules of policies that values break. */
export type ShowReport = (
  resolution: Resolution,
  seen: (address: string) => string,
  breaches: readonly ValueBreach[],
) => void;

/** Nothing is made or written. The report is shown before the failures of stores that it has, which end the operation. */
export async function report(
  operation: Operation,
  { variables, options }: Pick<Call, 'variables' | 'options'>,
  show: ShowReport,
  { warnsOfUndeclared = false }: ReportOptions = {},
): Promise<Resolution> {
  const { policies } = options;
  const resolved = await resolveRecorded(operation, policies === undefined ? REPORT : reportJudged(policies));
  const { resolution, stores, breaches } = resolved;
  // Values were only judged.
  if (policies !== undefined) await release(resolution);
  show(resolution, stores.seen, breaches);
  await warnOfFiles(operation, resolved, variables);
  await operation.warn(advisedBy(resolved));
  if (warnsOfUndeclared) await warnOfUndeclared(operation, resolved);
  const errors = [...resolution.failures, ...refusedBy(resolved)];
  return errors.length > 0 ? fail(...errors) : resolution;
}

/** Undefined if stores failed, which is an error of the operation. */
function outcomeOf(resolution: Resolution): AuditOutcome | undefined {
  if (resolution.failures.length > 0) return undefined;
  return isSatisfied(resolution) ? 'found' : 'missing';
}

/** Records what was looked for, and whether all that is required was found. */
export async function resolveRecorded(operation: Operation, mode: Mode): Promise<Resolved> {
  operation.addFacts({ outcome: undefined });
  let hasLooked = false;
  const factsOf = (looked: Looked): Facts => {
    hasLooked = true;
    const { accessed, linked, resolution } = looked;
    return { keys: accessed, ...refsIn(accessed, linked, resolution), ...providerOf(looked) };
  };
  try {
    const resolved = await resolve(operation, mode, factsOf);
    operation.addFacts({ outcome: outcomeOf(resolved.resolution) });
    return resolved;
  } catch (error) {
    if (error instanceof Failure && !hasLooked) operation.addFacts({ keys: await wantedNames(operation) });
    throw error;
  }
}

/** What would have been looked for; nothing if the profile or the scope does not exist. */
async function wantedNames(operation: Operation): Promise<readonly string[]> {
  const { plan, choice, user } = await operation.linkable();
  const { selectWanted } = await import('../../link/select-wanted.js');
  const selected = selectWanted(plan, choice, user);
  return selected.kind === 'refused' ? [] : [...selected.wanted.keys()];
}

async function offerOf(operation: Operation, { linked, resolution, stores }: Resolved): Promise<Offer | null> {
  const isMissing = resolution.secrets.some(({ status }) => status === 'missing_required');
  if (!isMissing || resolution.failures.length > 0 || !operation.isInteractive) return null;
  const { storableSecrets } = await import('../../execute/explaining/storable-secrets.js');
  const offer = await storableSecrets(linked, resolution, stores);
  return offer.kind === 'offered' && offer.secrets.length === 0 ? null : offer;
}

async function warnOfDoubtful(operation: Operation, resolved: Resolved, variables: Variables): Promise<void> {
  await warnOfFiles(operation, resolved, variables);
  await warnOfValues(operation, resolved);
  await operation.warn(advisedBy(resolved));
  await warnOfUndeclared(operation, resolved);
}

async function warnOfFiles(operation: Operation, resolved: Resolved, variables: Variables): Promise<void> {
  const { doubtfulFiles } = await import('./doubtful-files.js');
  await operation.warn(await doubtfulFiles(resolved, variables));
}

async function warnOfValues(operation: Operation, { linked, resolution, advice }: Resolved): Promise<void> {
  const hasEmpty = resolution.secrets.some((found) => found.status === 'found' && found.required && found.isEmpty);
  if (hasEmpty) {
    const { emptyValues } = await import('../../execute/explaining/empty-values.js');
    await operation.warn(emptyValues(linked, resolution));
  }
  await operation.warn(advice);
}

/** Nothing about a file if only some secrets are checked. */
async function warnOfUndeclared(operation: Operation, resolved: Resolved): Promise<void> {
  const files = operation.isNarrowed ? [] : dotenvStores(resolved.linked);
  if (files.length === 0) return;
  const { undeclaredKeys } = await import('./undeclared-keys.js');
  await operation.warn(await undeclaredKeys(operation, resolved, files));
}
