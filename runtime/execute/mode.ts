/** How far an operation may go. */

export interface Mode {
  /** Whether values are decoded, composed and delivered, or only looked for. */
  readonly values: boolean;
  /** Whether missing values are made: never, only where no store would keep them, or always. */
  readonly produce: 'never' | 'unstored' | 'yes';
  /** Whether a person may be asked. */
  readonly ask: boolean;
}

/** `check --json`, `check --explain` and SDK reports: nothing is made, written or shown (spec 2.8, rule 5). */
export const REPORT: Mode = { values: false, produce: 'never', ask: false };

/** `get`, `export`, `check` and SDK resolution. */
export const RESOLVE: Mode = { values: true, produce: 'yes', ask: false };

/** `run`, which alone may ask (spec 4.3). */
export const RUN: Mode = { values: true, produce: 'yes', ask: true };

/** A read-only session: no store is written. */
export const READ_ONLY: Mode = { values: true, produce: 'unstored', ask: false };
