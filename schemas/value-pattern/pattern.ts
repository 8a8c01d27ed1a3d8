/** A pattern that the values of secrets fit, as read: no part of it needs to look back, so that matching takes linear time. */
import type { Range } from './characters.js';

export type PatternPart =
  /** One character of these. */
  | { readonly kind: 'character'; readonly ranges: readonly Range[] }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternPart[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternPart[] }
  /** `most`: null for any number. */
  | { readonly kind: 'repeat'; readonly part: PatternPart; readonly least: number; readonly most: number | null };

/** What cannot be read: a stretch of the text in UTF-16 units, what is wrong with it, and what to write instead. */
export interface PatternProblem {
  readonly start: number;
  readonly end: number;
  readonly problem: string;
  readonly advice: string;
}

export type ReadPattern =
  | { readonly kind: 'pattern'; readonly pattern: PatternPart }
  | ({ readonly kind: 'problem' } & PatternProblem);
