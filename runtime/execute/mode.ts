/** How far an operation may go. */
import type { Policy } from '#schemas/policy.js';

export interface Mode {
  /** Whether values are decoded, composed and delivered, or only looked for. */
  readonly values: boolean;
  /** Whether missing values are made: never, only where no store would keep them, or always. */
  readonly produce: 'never' | 'unstored' | 'yes';
  /** Whether a person may be asked. */
  readonly ask: boolean;
  /** What must be certain to get a value before any is made: no value is generated, asked for or stored for what is known to fail (semantics 4.1). */
  readonly needs: 'nothing' | 'required' | 'all';
  /** Whether values are delivered without those that are missing; groups are not judged then. */
  readonly partial?: true;
  /** Whether secrets whose stores failed, or whose stored values cannot be decoded, are reported beside the others, instead of failing the operation. Nothing is made then. */
  readonly reportsFailures?: true;
  /** Whether values are judged by what is made of them. */
  readonly judgesValues?: true;
  /** Rules that the values of what is shown are judged by, in addition. */
  readonly policies?: readonly Policy[];
  /** Whether it is told how long values can be used. */
  readonly tellsValidity?: true;
}

/** Looks for everything; nothing is made, written or shown. */
export const FIND: Mode = { values: false, produce: 'never', ask: false, needs: 'nothing' };

/** `check --json`, `check --explain` and SDK reports: nothing is made, written or shown (spec 2.8, rule 5). */
export const REPORT: Mode = { ...FIND, reportsFailures: true };

/** The same, where rules of policies judge values: they are read, and still nothing is made. */
export function reportJudged(policies: readonly Policy[]): Mode {
  return { ...REPORT, values: true, policies };
}

/** `export`. */
export const RESOLVE: Mode = { values: true, produce: 'yes', ask: false, needs: 'required' };

/** `get`, which delivers nothing else, whether it is required or not. */
export const RESOLVE_ALL: Mode = { ...RESOLVE, needs: 'all' };

/** `check`, which makes what can be made, and reports what is missing besides. */
export const CHECK: Mode = { ...RESOLVE, needs: 'nothing', reportsFailures: true, judgesValues: true };

/** `run`, which alone may ask (spec 4.3). */
export const RUN: Mode = { ...RESOLVE, ask: true };

/** `run --if-missing`: what is missing is left out, also where no one can be prompted for it. */
export function runWithoutMissing(ask: boolean): Mode {
  return { ...RUN, ask, needs: 'nothing', partial: true };
}

/** A read-only session: no store is written. */
export const READ_ONLY: Mode = { ...RESOLVE, produce: 'unstored' };

/** One secret for a program, which may know its value for long. `ask`: whether the program answers questions. */
export function resolveNamed({ mayStore, ask }: { readonly mayStore: boolean; readonly ask: boolean }): Mode {
  return { ...RESOLVE_ALL, ask, tellsValidity: true, ...(!mayStore && { produce: READ_ONLY.produce }) };
}

/** For a shell's prompt: what is there, whatever else is missing or failed. Nothing is generated, and no question is asked. */
export const AT_HAND: Mode = {
  values: true,
  produce: 'never',
  ask: false,
  needs: 'nothing',
  partial: true,
  reportsFailures: true,
};

/** What stores have, and what is made of it. */
export const READ: Mode = { values: true, produce: 'never', ask: false, needs: 'nothing' };

/** The same for each secret on its own: what is missing or cannot be read is reported beside the others. */
export const READ_EACH: Mode = { ...READ, partial: true, reportsFailures: true };
