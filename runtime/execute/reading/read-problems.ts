/** What is reported of stores that failed while secrets were read. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import { readErrors, readWarnings, type StoreError } from '../store-error.js';

/** A chain that was read to its end, or to the store that had the value. */
interface Walked {
  readonly found: object | null;
  /** One of each of its stores, in order. */
  readonly errors: readonly StoreError[] | null;
}

/** Where no store has the value, the first failure of the chain surfaces; every other one is a warning. */
export function readProblems(
  linked: LinkedPlan,
  stores: Stores,
  walks: readonly Walked[],
): { readonly errors: readonly Diagnostic[]; readonly warnings: readonly Diagnostic[] } {
  const surfacing: StoreError[] = [];
  const passedBy: StoreError[] = [];
  for (const { found, errors } of walks) {
    if (errors === null) continue;
    const [first, ...rest] = errors;
    if (first === undefined) continue;
    (found === null ? surfacing : passedBy).push(first);
    for (const error of rest) passedBy.push(error);
  }
  return { errors: readErrors(linked, stores, surfacing), warnings: readWarnings(linked, stores, passedBy) };
}
