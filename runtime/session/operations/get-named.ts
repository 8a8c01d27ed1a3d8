/**
 * One secret for a program that asks for it by name, inside the scope of the call: what is not declared, and what the scope hides, are
 * answers, and so is a missing value. Groups are not judged (semantics 15.6).
 */
import { resolveNamed } from '../../execute/mode.js';
import type { Delivered, Validity } from '../../execute/resolution.js';
import { Failure } from '../../failure.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Operation } from '../operation.js';
import { firstStoreOf, handOver, resolve } from '../resolve.js';
import { factsOf } from './get.js';
import { requireText } from './require-text.js';
import { type ValueSource, sourceOf } from './source-of.js';

/** Hidden and undeclared are one answer. */
export type NamedAnswer =
  | { readonly kind: 'undeclared' }
  | { readonly kind: 'missing'; readonly required: boolean }
  | ({ readonly kind: 'resolved' } & NamedSecret);

export interface NamedSecret extends ValueSource {
  readonly secret: string;
  readonly delivered: Exclude<Delivered, { readonly kind: 'withheld' }>;
  readonly validity: Validity;
  /** Files of its inputs, whose paths are in the value: they are needed as long as it is used. */
  readonly inputFiles: readonly string[];
}

export interface NamedOptions {
  /** Whether a value that is missing may be made and stored. */
  readonly mayStore: boolean;
  /** Whether the caller answers questions for values: without it a value that would be asked for is missing. */
  readonly ask: boolean;
  /** Whether a value that is delivered as such must be text. */
  readonly textOnly: boolean;
}

/** Of a caller that does not take every secret. */
export interface Admission {
  /** Called with what the secret needs before any store is asked: why it is refused, or null. */
  readonly admit: (needed: Needed) => Refusal | null;
}
export interface NotAdmitted {
  readonly kind: 'refused';
  readonly why: Refusal;
}

/** The caller wants another form of the value, or has no room for more files. */
export type Refusal = 'representation_mismatch' | 'unavailable';

/** The form of the value, and how many files its inputs may take. */
export interface Needed {
  readonly form: Exclude<Delivered, { readonly kind: 'withheld' }>['kind'];
  readonly inputFiles: number;
}

export async function getNamed(
  operation: Operation,
  secret: string,
  how: NamedOptions & Partial<Admission>,
): Promise<NamedAnswer | NotAdmitted> {
  const linked = await linkedOrUndeclared(operation, secret);
  if (linked === null) return { kind: 'undeclared' };
  const why = how.admit?.(neededFor(secret, linked)) ?? null;
  if (why !== null) {
    operation.failedFor(secret, why);
    return { kind: 'refused', why };
  }
  const resolved = await resolve(operation, resolveNamed(how), (looked) => firstStoreOf(secret, looked));
  const { profile, secrets, files, validity = NO_VALIDITY } = resolved.resolution;
  const found = secrets.find((one) => one.secret === secret);
  if (found?.status !== 'found' || found.delivered.kind === 'withheld') {
    operation.addFacts({ outcome: 'missing' });
    return { kind: 'missing', required: found?.status === 'missing_required' };
  }
  const { delivered, origin } = found;
  operation.addFacts(factsOf(origin));
  if (how.textOnly) await handOver(resolved.resolution, () => requireText(operation, profile, [found]));
  const own = delivered.kind === 'path' ? delivered.path : null;
  const inputFiles = files.filter((path) => path !== own);
  return { kind: 'resolved', secret, delivered, validity, inputFiles, ...sourceOf(origin) };
}

const NO_VALIDITY: Validity = { expiresAt: null, refreshAt: null, revision: null };

/** Null if the secret is not declared, or hidden. */
export async function linkedOrUndeclared(operation: Operation, secret: string): Promise<LinkedPlan | null> {
  try {
    return await operation.link();
  } catch (error) {
    const isUndeclared = error instanceof Failure && error.diagnostics.every(({ kind }) => kind === 'secret_not_found');
    if (!isUndeclared) throw error;
    operation.failedFor(secret, 'secret_not_found');
    return null;
  }
}

function neededFor(secret: string, { reads, finish }: LinkedPlan): Needed {
  const steps = [...reads, ...finish.filter((step) => step.kind !== 'check identity')];
  const asFiles = steps.filter(({ deliver }) => deliver === 'path');
  const isFile = asFiles.some((step) => step.secret === secret);
  return { form: isFile ? 'path' : 'value', inputFiles: asFiles.length - (isFile ? 1 : 0) };
}
