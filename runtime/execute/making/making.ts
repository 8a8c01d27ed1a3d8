/** What the steps of making are given, and what they return. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { TakeRoom } from '../../decode/document.js';
import type { LinkedPlan, ReadStep, Wanted } from '../../link/linked-plan.js';
import type { Mode } from '../mode.js';
import type { MakePorts } from '../ports.js';
import type { PathOf } from '../value-files.js';
import type { Values } from '../value-state.js';

/** Not written to by any step. */
export interface Making {
  readonly linked: LinkedPlan;
  readonly mode: Mode;
  readonly ports: MakePorts;
  /** Every secret of the plan that has a value of its own. */
  readonly steps: readonly Wanted[];
  /** Asked before the memory is given to a value made of others. */
  readonly takeRoom: TakeRoom;
  readonly pathOf: PathOf;
}

/** What the stores gave, and the steps that none has a value for. */
export interface StoredValues {
  readonly values: Values;
  readonly missing: readonly ReadStep[];
}

/** The values that were made, and what was found on the way. */
export interface Produced {
  readonly values: Values;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** What a value is made of: all that is known by then, and how each secret is declared. */
export interface Inputs {
  readonly values: Values;
  readonly stepOf: (secret: string) => Wanted | undefined;
}
