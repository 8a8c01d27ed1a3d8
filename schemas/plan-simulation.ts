/** What a call would come to if stores were down or entries missing: what `tool plan simulate` prints. Derived from the plan, and no part of its hash. */
import type { ShownStore } from './plan-contacts.js';
import type { AnswerHead, CacheState } from './plan-question.js';
import type { ViolationReport } from './report.js';

/** `run`: someone answers prompts. `check`: no one does. `report`: nothing is made. */
export const SIMULATED_MODES = ['run', 'check', 'report'] as const;
export type SimulatedMode = (typeof SIMULATED_MODES)[number];

/** `degraded`: all that is required is there, but a store was passed over. */
export const SIMULATION_OUTCOMES = ['ok', 'degraded', 'fails'] as const;
export type SimulationOutcome = (typeof SIMULATION_OUTCOMES)[number];

/**
 * `omitted`: no value, and none is required. `failed`: a store that might have it did not answer and no other has it, or its store takes no
 * value; and what is made of such a secret.
 */
export const SIMULATED_OUTCOMES = [
  'found',
  'default',
  'generated',
  'prompted',
  'composed',
  'omitted',
  'missing',
  'failed',
] as const;
export type SimulatedOutcome = (typeof SIMULATED_OUTCOMES)[number];

/** What is imagined. */
export interface SimulationHead extends AnswerHead {
  readonly profile: string;
  readonly scope: string | null;
  /** Stores as answers show them, in their order. */
  readonly down: readonly ShownStore['store'][];
  /** `NAME` or `NAME@STORE`, sorted. */
  readonly missing: readonly string[];
  readonly caches: CacheState;
  readonly mode: SimulatedMode;
}

export interface PlanSimulation extends SimulationHead {
  readonly outcome: SimulationOutcome;
  /** What the scope shows, by name. */
  readonly secrets: readonly SimulationSecret[];
  readonly violations: readonly ViolationReport[];
}

export interface SimulationSecret {
  readonly name: string;
  readonly required: boolean;
  readonly outcome: SimulatedOutcome;
  /** Where the value is found, or kept; null: nowhere, or in the user's default store. */
  readonly store: ShownStore['store'];
}

/** The same with what people are told besides. */
export interface SimulatedPlan extends PlanSimulation {
  readonly secrets: readonly ToldSecret[];
}

export interface ToldSecret extends SimulationSecret {
  /** The stores that did not answer, in the order in which they were asked. */
  readonly passed: readonly PassedStore[];
  /** It would be made, if this call did not fail or only report. */
  readonly isPending: boolean;
  /** Its store takes no value. */
  readonly isRefused: boolean;
}

/** `credentials`: its credentials are out of reach. `unreadable`: it can only be written. */
export interface PassedStore {
  readonly store: ShownStore['store'];
  readonly why: 'down' | 'credentials' | 'unreadable';
}

export interface SimulationMatrix extends SimulationHead {
  /** Stores as answers list them; the whole profile, then each scope by name. */
  readonly matrix: readonly SimulationCell[];
}

/** This store down alone. `failed` and `degraded`: names of secrets of this outcome, and of those with a value although a store was passed over. */
export interface SimulationCell {
  readonly store: ShownStore['store'];
  /** Null: no scope. */
  readonly scope: string | null;
  readonly outcome: SimulationOutcome;
  readonly failed: readonly string[];
  readonly degraded: readonly string[];
}
