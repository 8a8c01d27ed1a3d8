/** What is reported of stores in an operation on many secrets: one error for each cause, however many secrets it affects. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { type StoreProblem, storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import { aboutOf, nameOf } from '../about.js';
import { type StoreError, storeErrors } from '../store-error.js';
import type { NoWrittenStore } from './written-store.js';

type Refused = Extract<NoWrittenStore, { kind: 'refused' }>;

/** What the stores could not do. */
type Task = Exclude<StoreProblem['task'], 'removed from the cache'>;

export class StoreProblems {
  readonly #linked: LinkedPlan;
  readonly #stores: Stores;
  readonly #task: Task;
  readonly #errors = new Map<string, Diagnostic>();
  readonly #failures: StoreError[] = [];
  readonly #refusals = new Map<string, Refused[]>();

  constructor(linked: LinkedPlan, stores: Stores, task: Task) {
    this.#linked = linked;
    this.#stores = stores;
    this.#task = task;
  }

  add(error: Diagnostic): void {
    this.#errors.set(JSON.stringify([error.code, error.message]), error);
  }

  addFailure(error: StoreError): void {
    this.#failures.push(error);
  }

  addRefusal(refused: Omit<Refused, 'kind'>): void {
    const key = JSON.stringify([refused.store, refused.why]);
    const together = this.#refusals.get(key) ?? [];
    this.#refusals.set(key, together);
    together.push({ kind: 'refused', ...refused });
  }

  addNoStore(problem: NoWrittenStore): void {
    if (problem.kind === 'closed') this.addFailure(problem.error);
    else if (problem.kind === 'conflict') this.add(problem.diagnostic);
    else this.addRefusal(problem);
  }

  all(): readonly Diagnostic[] {
    const refusal = this.#task === 'removed' ? storesIo.E1120 : storesIo.E1114;
    const refusals = [...this.#refusals.values()].flatMap((together) => {
      const [first] = together;
      if (first === undefined) return [];
      const p = { secrets: together.map(({ step }) => nameOf(step)), store: this.#stores.called(first.store) };
      return [refusal(p, { ...aboutOf(this.#linked, first.step), quote: first.why })];
    });
    const failures = storeErrors(this.#linked, this.#stores, this.#failures, this.#task);
    return [...this.#errors.values(), ...refusals, ...failures];
  }
}
