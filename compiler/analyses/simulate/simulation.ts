/** What is asked of a simulation, and what it answers. */
import type { PassedStore, SimulatedMode, SimulatedOutcome, SimulationOutcome } from '#schemas/plan-simulation.js';
import type { ViolationReport } from '#schemas/report.js';
import type { StoreRow } from '../questions/store-rows.js';

/** One call that is imagined. Every entry is there but those of `missing`; every contact of a store in `down` fails. */
export interface Question {
  readonly mode: SimulatedMode;
  /** Whether the entries of caches are fresh; else there are none. */
  readonly isWarm: boolean;
  /** Identities of stores: `Point.id`. */
  readonly down: ReadonlySet<string>;
  /** Identities of entries: `Link.entry`. */
  readonly missing: ReadonlySet<string>;
}

/** A store that did not answer: it is down, its credentials are out of reach, or it can only be written. */
export interface Passed {
  readonly store: StoreRow;
  readonly why: PassedStore['why'];
}

export interface SimulatedSecret {
  readonly name: string;
  readonly required: boolean;
  readonly outcome: SimulatedOutcome;
  /** Where the value is found or kept; null: nowhere. */
  readonly store: StoreRow | null;
  /** The stores that failed before, in order of the chain; of what is made of others, those of the first input that failed. */
  readonly passed: readonly Passed[];
  /** The value is not made in this call, because it fails or only reports: it would be. */
  readonly isPending: boolean;
}

export interface Simulation {
  /** `degraded`: all that is required is there, but a store was passed over. */
  readonly outcome: SimulationOutcome;
  /** What the scope shows, by name. */
  readonly secrets: readonly SimulatedSecret[];
  readonly violations: readonly ViolationReport[];
  /** Those among the failed whose value would be made, and whose store takes none. */
  readonly refused: readonly string[];
}
