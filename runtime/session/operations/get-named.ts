/**
 * One secret for a program that asks for it by name, inside the scope of the call: what is not declared, and what the scope hides, are
 * answers, and so is a missing value. Groups are not judged (semantics 15.6).
 */
import { resolveNamed } from '../../execute/mode.js';
import type { Delivered, Origin, Validity } from '../../execute/resolution.js';
import { Failure } from '../../failure.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Operation } from '../operation.js';
import { firstStoreOf, resolve } from '../resolve.js';
import { factsOf } from './get.js';

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

/** What a program is told of where a value comes from (semantics 15.3). */
export interface ValueSource {
  readonly source: 'provider' | 'generated' | 'default' | 'composed';
  readonly sourceProvider: string | null;
}

export interface NamedOptions {
  /** Whether a value that is missing may be made and stored. */
  readonly mayStore: boolean;
  /** Whether the caller answers questions for values: without it a value that would be asked for is missing. */
  readonly ask: boolean;
  /** Called with what the secret needs before any store is asked; what it throws ends the operation. */
  readonly admit?: (needed: Needed) => void;
}

/** The form of the value, and how many files its inputs may take. */
export interface Needed {
  readonly form: Exclude<Delivered, { readonly kind: 'withheld' }>['kind'];
  readonly inputFiles: number;
}

export async function getNamed(operation: Operation, secret: string, how: NamedOptions): Promise<NamedAnswer> {
  const linked = await linkedOrUndeclared(operation);
  if (linked === null) {
    operation.failedFor(secret, 'secret_not_found');
    return { kind: 'undeclared' };
  }
  how.admit?.(neededFor(secret, linked));
  const resolved = await resolve(operation, resolveNamed(how), (looked) => firstStoreOf(secret, looked));
  const { secrets, files, validity = NO_VALIDITY } = resolved.resolution;
  const found = secrets.find((one) => one.secret === secret);
  if (found?.status !== 'found' || found.delivered.kind === 'withheld') {
    operation.addFacts({ outcome: 'missing' });
    return { kind: 'missing', required: found?.status === 'missing_required' };
  }
  const { delivered, origin } = found;
  operation.addFacts(factsOf(origin));
  const own = delivered.kind === 'path' ? delivered.path : null;
  const inputFiles = files.filter((path) => path !== own);
  return { kind: 'resolved', secret, delivered, validity, inputFiles, ...sourceOf(origin) };
}

const NO_VALIDITY: Validity = { expiresAt: null, refreshAt: null, revision: null };

/** Null if the secret is not declared, or hidden. */
async function linkedOrUndeclared(operation: Operation): Promise<LinkedPlan | null> {
  try {
    return await operation.link();
  } catch (error) {
    const isUndeclared = error instanceof Failure && error.diagnostics.every(({ kind }) => kind === 'secret_not_found');
    if (isUndeclared) return null;
    throw error;
  }
}

function neededFor(secret: string, { reads, finish }: LinkedPlan): Needed {
  const steps = [...reads, ...finish.filter((step) => step.kind !== 'check identity')];
  const asFiles = steps.filter(({ deliver }) => deliver === 'path');
  const isFile = asFiles.some((step) => step.secret === secret);
  return { form: isFile ? 'path' : 'value', inputFiles: asFiles.length - (isFile ? 1 : 0) };
}

/** Everything that is made of other secrets is composed; an answer of a person is a value of the store that keeps it. */
export function sourceOf(origin: Origin): ValueSource {
  switch (origin.kind) {
    case 'store':
      return { source: 'provider', sourceProvider: origin.store };
    case 'entered':
      return { source: 'provider', sourceProvider: origin.store ?? null };
    case 'composed':
    case 'derived':
      return { source: 'composed', sourceProvider: null };
    case 'generated':
    case 'default':
      return { source: origin.kind, sourceProvider: null };
  }
}
