/** What `run` costs before its command starts: what `tool plan cost` prints. */
import type { ShownStore } from './plan-contacts.js';
import type { AnswerHead, CacheState } from './plan-question.js';

export interface PlanCost extends AnswerHead {
  readonly caches: CacheState;
  /** By name. */
  readonly profiles: readonly ProfileCost[];
}

/**
 * `best`: everything is found where it is asked for first. `worst`: each chain is walked to its end, all that can be made is stored, caches
 * are filled, and each store signs in. Retries are not foreseen.
 */
export interface CostRange {
  readonly best: number;
  readonly worst: number;
}

export interface ProfileCost {
  readonly profile: string;
  readonly scope: string | null;
  readonly stores: readonly StoreCost[];
  /** Null where a store is not known. */
  readonly calls: CostRange | null;
  readonly files: CostRange | null;
  readonly signIns: CostRange | null;
  readonly unlocks: CostRange | null;
  readonly roundTrips: CostRange | null;
}

export const COST_UNITS = ['request', 'process', 'file', 'none', 'unknown'] as const;
export type CostUnit = (typeof COST_UNITS)[number];

export interface WrittenEntries {
  readonly generated: number;
  readonly prompted: number;
  /** Copies in a cache. */
  readonly cached: number;
}

/** Of one store. Numbers are null where the store is not known. */
export interface StoreCost extends ShownStore {
  /** `none`: nothing leaves the process. */
  readonly unit: CostUnit;
  /** That are read; those that may be written are among them. */
  readonly entries: number;
  /** Entries that are written at worst, by what for. */
  readonly written: WrittenEntries;
  /** Requests and processes; of a store in files there are none. */
  readonly calls: CostRange | null;
  readonly files: CostRange | null;
  readonly signIns: CostRange | null;
  readonly unlocks: CostRange | null;
}
