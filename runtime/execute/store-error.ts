/** From what stores answered instead of a value to the diagnostics a person reads: one for each cause, not for each secret. */

import type { Where } from '#schemas/diagnostics/define.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { type StoreProblem, storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { faultWords } from '#schemas/stores/judge.js';
import type { LinkedPlan, LinkedStore, ReadStep, Wanted } from '../link/linked-plan.js';
import type { StoreFailure } from '../providers/provider.js';
import type { Stores } from '../stores/stores.js';
import { aboutOf, nameOf } from './about.js';

/** A store that failed to answer for a secret. */
export interface StoreError {
  readonly step: Wanted;
  readonly store: number;
  readonly failure: StoreFailure;
}

/** The errors of reads that no other store made up for. A default does not either, which surprises where there is one. */
export function readErrors(linked: LinkedPlan, stores: Stores, errors: readonly StoreError[]): readonly Diagnostic[] {
  return byCause(errors).map(({ first, steps }) => {
    const problem = problemOf(stores, first, steps, 'read');
    const hasDefault = steps.some(isDefaulted);
    const finding = failureDiagnostic(linked, first, problem);
    return hasDefault
      ? { ...finding, help: [finding.help, NO_DEFAULT].filter((part) => part !== null).join('\n\n') }
      : finding;
  });
}

function isDefaulted(step: Wanted | ReadStep): boolean {
  return 'whenMissing' in step && step.whenMissing.kind === 'default';
}

const NO_DEFAULT = 'the default is not used: the store may have a value, which could not be read';

/** The warnings of links that failed before another store answered or another failure surfaced (semantics 4.2). */
export function readWarnings(linked: LinkedPlan, stores: Stores, errors: readonly StoreError[]): readonly Diagnostic[] {
  return storeErrors(linked, stores, errors, 'read').map(({ message, help, quote, about }) => {
    return storesIo.W1101({ error: message, help }, { quote, ...(about && { about }) });
  });
}

/** The error of one read. */
export function readError(linked: LinkedPlan, stores: Stores, error: StoreError): Diagnostic {
  return failureDiagnostic(linked, error, problemOf(stores, error, [error.step], 'read'));
}

/** The error of one write that a store did not do. */
export function writeError(linked: LinkedPlan, stores: Stores, error: StoreError): Diagnostic {
  return failureDiagnostic(linked, error, problemOf(stores, error, [error.step], 'written'));
}

/** The errors of what a store did not do for several secrets. */
export function storeErrors(
  linked: LinkedPlan,
  stores: Stores,
  errors: readonly StoreError[],
  task: StoreProblem['task'],
): readonly Diagnostic[] {
  return byCause(errors).map(({ first, steps }) => {
    return failureDiagnostic(linked, first, problemOf(stores, first, steps, task));
  });
}

interface Cause {
  readonly key: string;
  readonly first: StoreError;
  readonly steps: Wanted[];
}

/** More failures of one class in one store are one cause, of which the first quotes the store. */
const MOST_OF_ONE_CLASS = 3;

function byCause(errors: readonly StoreError[]): readonly Cause[] {
  const causes = causesBy(errors, ({ store, failure }) => [store, failure.kind, failure.detail, failure.help ?? null]);
  const classOf = ({ store, failure }: StoreError) => [store, failure.kind];
  const classes = causesBy(
    causes.map(({ first }) => first),
    classOf,
  );
  const isMany = new Set(classes.filter(({ steps }) => steps.length > MOST_OF_ONE_CLASS).map(({ key }) => key));
  if (isMany.size === 0) return causes;
  const keyOf = (error: StoreError) => JSON.stringify(classOf(error));
  const merged = causesBy(
    errors.filter((error) => isMany.has(keyOf(error))),
    classOf,
  );
  return [...merged, ...causes.filter(({ first }) => !isMany.has(keyOf(first)))];
}

/** What has the same key is one cause; in the order of the first of each. */
function causesBy(errors: readonly StoreError[], partsOf: (error: StoreError) => readonly unknown[]): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const error of errors) {
    const key = JSON.stringify(partsOf(error));
    const cause = causes.get(key) ?? { key, first: error, steps: [] };
    causes.set(key, cause);
    cause.steps.push(error.step);
  }
  return [...causes.values()];
}

function problemOf(
  stores: Stores,
  { store, failure }: StoreError,
  steps: readonly Wanted[],
  task: StoreProblem['task'],
): StoreProblem {
  return { store: stores.called(store), secrets: steps.map(nameOf), task, help: failure.help ?? null };
}

function failureDiagnostic(linked: LinkedPlan, error: StoreError, problem: StoreProblem): Diagnostic {
  const store = linked.stores[error.store];
  if (store?.kind === 'broken') return brokenDiagnostic(linked, error, problem, store);
  return withKindOf(error.failure, failureCodes[error.failure.kind](problem, whereOf(linked, error)));
}

/** An external provider gives its failures kinds of their own, which records and reports have (semantics 16). */
function withKindOf({ errorKind }: StoreFailure, diagnostic: Diagnostic): Diagnostic {
  return errorKind === undefined ? diagnostic : { ...diagnostic, kind: errorKind };
}

function brokenDiagnostic(
  linked: LinkedPlan,
  { step }: StoreError,
  problem: StoreProblem,
  { why }: Extract<LinkedStore, { kind: 'broken' }>,
): Diagnostic {
  const { message, help } = faultWords(why);
  return storesIo.E1113({ ...problem, help, fault: message }, aboutOf(linked, step));
}

function whereOf(linked: LinkedPlan, { step, failure }: StoreError): Where {
  return { ...aboutOf(linked, step), quote: failure.detail };
}

type FailureCode = (problem: StoreProblem, where: Where) => Diagnostic;
export const failureCodes: Readonly<Record<StoreFailure['kind'], FailureCode>> = {
  failed: storesIo.E1101,
  denied: storesIo.E1102,
  locked: storesIo.E1103,
  unreachable: storesIo.E1104,
  timeout: storesIo.E1105,
  busy: storesIo.E1106,
  malformed: storesIo.E1107,
  unsupported: storesIo.E1108,
  conflict: storesIo.E1109,
  'not-text': storesIo.E1110,
  'missing-program': storesIo.E1111,
  'missing-credential': storesIo.E1112,
};
