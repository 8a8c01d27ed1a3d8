/** Questions asked of a plan: what `tool plan cost`, `contacts` and the others have in common. */
import type { Plan } from './plan.js';

/** Raised if an older reader could misread an answer. */
export const ANSWER_FORMAT = 1;

export const CACHE_STATES = ['cold', 'warm'] as const;
/** `cold`: caches are empty. `warm`: every entry is fresh. */
export type CacheState = (typeof CACHE_STATES)[number];

/** What a question is about. Profile and scope are of the plan. */
export interface PlanQuestion {
  /** With the stores that are assumed. */
  readonly plan: Plan;
  /** Of the plan without them. */
  readonly hash: string;
  /** Those that are answered for, by name. */
  readonly profiles: readonly string[];
  /** Null: no scope narrows what is answered. */
  readonly scope: string | null;
  readonly caches: CacheState;
}

/** The head of every answer in JSON. */
export interface AnswerHead {
  readonly format: typeof ANSWER_FORMAT;
  /** Of the plan. */
  readonly hash: string;
}

export function answerHead({ hash }: Pick<PlanQuestion, 'hash'>): AnswerHead {
  return { format: ANSWER_FORMAT, hash };
}

/** `--assume NAME=SPEC`: a store that stands for a name which only a user's machine knows; null: for the default store. */
export interface Assumption {
  readonly name: string | null;
  readonly spec: string;
}
