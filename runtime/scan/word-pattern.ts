/**
 * Words in which a sign interrupts one of the first bytes of a form, and the bytes around it: an escape, or a separation. The sign can be
 * any of the four bytes of a word, so each pattern is there four times.
 */
import { ALL } from './signs.js';

/** Pairs of bytes: any of the first ones with any of the second ones. */
export type Pairs = readonly [first: Bytes, second: Bytes];
type Bytes = readonly number[];

/** Four pairs of bytes in a row: of the word, before it and after it. What is missing may be anything. */
export interface WordPattern {
  readonly before?: readonly Pairs[];
  readonly first?: readonly Pairs[];
  readonly second?: readonly Pairs[];
  readonly after?: readonly Pairs[];
}

/** The signs, what two bytes are before one of them, and what two follow it. What is missing may be anything. */
export interface Interruption {
  readonly before?: readonly Pairs[];
  readonly signs: Bytes;
  readonly after?: readonly Pairs[];
}

export function patternsOf({ before, signs, after }: Interruption): readonly WordPattern[] {
  const last = before === undefined ? ALL : unique(before.flatMap(([, second]) => second));
  const next = after === undefined ? ALL : unique(after.flatMap(([first]) => first));
  const earlier = before && [[ALL, unique(before.flatMap(([first]) => first))] as const];
  const later = after && [[unique(after.flatMap(([, second]) => second)), ALL] as const];
  return [
    patternOf({ before, first: [[signs, next]], second: later }),
    patternOf({ before: earlier, first: [[last, signs]], second: after }),
    patternOf({ first: before, second: [[signs, next]], after: later }),
    patternOf({ first: earlier, second: [[last, signs]], after }),
  ];
}

function patternOf(pairs: { readonly [name in keyof WordPattern]: readonly Pairs[] | undefined }): WordPattern {
  return Object.fromEntries(Object.entries(pairs).filter(([, one]) => one !== undefined));
}

function unique(bytes: Bytes): Bytes {
  return [...new Set(bytes)];
}
