/** What the steps of one operation share. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { byName } from '#schemas/named.js';
import type { TakeRoom } from '../decode/document.js';
import type { LinkedPlan, Wanted } from '../link/linked-plan.js';
import type { Stores } from '../stores/stores.js';
import type { Known } from './known.js';
import { madeRoom } from './made-room.js';
import type { Mode } from './mode.js';
import type { ExecutePorts } from './ports.js';

export interface Execution {
  readonly linked: LinkedPlan;
  readonly mode: Mode;
  readonly ports: ExecutePorts;
  readonly stores: Stores;
  /** Every secret of the plan that has a value of its own, sorted by name. */
  readonly steps: readonly Wanted[];
  /** The same to look up, made when it is first asked for: most plans never do. */
  readonly wanted: ReadonlyMap<string, Wanted>;
  /** By name of the secret; a step finds here what it is made of. */
  readonly known: Map<string, Known>;
  /** Temporary files written so far, by name of the secret. */
  readonly paths: Map<string, string>;
  /** Asked before the memory is given to a value made of others. */
  readonly takeRoom: TakeRoom;
  readonly errors: Diagnostic[];
  readonly warnings: Diagnostic[];
}

/** Contacts nobody. */
export function beginExecution(linked: LinkedPlan, mode: Mode, ports: ExecutePorts): Execution {
  const steps = stepsByName(linked);
  let wanted: ReadonlyMap<string, Wanted> | null = null;
  return {
    linked,
    mode,
    ports,
    stores: ports.stores,
    steps,
    get wanted() {
      wanted ??= new Map(steps.map((step) => [step.secret, step]));
      return wanted;
    },
    known: new Map(),
    paths: new Map(),
    takeRoom: madeRoom(),
    errors: [],
    warnings: [],
  };
}

function stepsByName({ reads, finish }: LinkedPlan): readonly Wanted[] {
  const made = finish.filter((step) => step.kind !== 'check identity');
  // Reads are by name already.
  return made.length === 0 ? reads : [...reads, ...made].sort((left, right) => byName(left.secret, right.secret));
}
