/** What the steps of one operation share. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan, Wanted } from '../link/linked-plan.js';
import type { SecretValue } from '../values/secret-value.js';
import type { Mode } from './mode.js';
import { type OpenStores, openStores } from './open-stores.js';
import type { ExecutePorts } from './ports.js';
import type { Origin } from './resolution.js';

export interface Execution {
  readonly linked: LinkedPlan;
  readonly mode: Mode;
  readonly ports: ExecutePorts;
  readonly stores: OpenStores;
  /** Every secret of the plan that has a value of its own, by name. */
  readonly wanted: ReadonlyMap<string, Wanted>;
  /** By name of the secret; a step finds here what it is made of. */
  readonly known: Map<string, Known>;
  /** Temporary files written so far, by name of the secret. */
  readonly paths: Map<string, string>;
  readonly errors: Diagnostic[];
  readonly warnings: Diagnostic[];
}

/** What is known of a secret. `value` is null in a value-free pass, where it only matters that there is one. */
export type Known =
  | { readonly kind: 'found'; readonly value: SecretValue | null; readonly origin: Origin }
  | { readonly kind: 'missing' }
  | { readonly kind: 'will generate' };

/** What a step came to; a failure is a hard error of the operation. */
export type Finished = Known | StepFailed;
export interface StepFailed {
  readonly kind: 'failed';
  readonly diagnostic: Diagnostic;
}

/** Contacts nobody. Whoever begins closes `stores` at the end. */
export function beginExecution(linked: LinkedPlan, mode: Mode, ports: ExecutePorts): Execution {
  const stores = openStores(linked.stores, ports);
  const wanted = new Map<string, Wanted>();
  for (const step of linked.reads) wanted.set(step.secret, step);
  for (const step of linked.finish) if (step.kind !== 'check identity') wanted.set(step.secret, step);
  return { linked, mode, ports, stores, wanted, known: new Map(), paths: new Map(), errors: [], warnings: [] };
}

/** Whether the secret has a value, or would be given one. */
export function isPresent({ known }: Execution, secret: string): boolean {
  const found = known.get(secret);
  return found !== undefined && found.kind !== 'missing';
}
