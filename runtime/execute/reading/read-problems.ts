/** What is reported of stores that failed while secrets were read. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import type { Unread } from '../resolution.js';
import { readError, readErrors, readWarnings, type StoreError } from '../store-error.js';

/** A chain that was read to its end, or to the store that had the value. */
interface Walked {
  readonly found: object | null;
  /** One of each of its stores, in order. */
  readonly errors: readonly StoreError[] | null;
}

export interface ReadProblems {
  /** One for each cause. */
  readonly failures: readonly Diagnostic[];
  /** The secrets that no store has a value for, while one of them failed. */
  readonly unread: ReadonlyMap<string, Unread>;
  readonly warnings: readonly Diagnostic[];
}

/** Where no store has the value, the first failure of the chain surfaces; every other one is a warning. */
export function readProblems(linked: LinkedPlan, stores: Stores, walks: readonly Walked[]): ReadProblems {
  const surfacing: StoreError[] = [];
  const passedBy: StoreError[] = [];
  for (const { found, errors } of walks) {
    if (errors === null) continue;
    const [first, ...rest] = errors;
    if (first === undefined) continue;
    (found === null ? surfacing : passedBy).push(first);
    for (const error of rest) passedBy.push(error);
  }
  return {
    failures: readErrors(linked, stores, surfacing),
    unread: new Map(surfacing.map((error) => [error.step.secret, unreadOf(linked, stores, error)])),
    warnings: readWarnings(linked, stores, passedBy),
  };
}

function unreadOf(linked: LinkedPlan, stores: Stores, error: StoreError): Unread {
  return { store: stores.shown(error.store), errorKind: readError(linked, stores, error).kind, cause: 'store' };
}
