/** The state of a secret's value, on its way from floor to floor. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { SecretValue } from '../values/secret-value.js';
import type { Origin } from './resolution.js';

/** By name of the secret; a step finds here what it is made of. */
export type Values = ReadonlyMap<string, ValueState>;

/** `value` is null in a value-free pass, where it only matters that there is one. */
export type ValueState = FoundValue | { readonly kind: 'missing' } | { readonly kind: 'will generate' };
export interface FoundValue {
  readonly kind: 'found';
  readonly value: SecretValue | null;
  readonly origin: Origin;
  /** What its store or cache reports of it; left out where that is nothing, which is usual. */
  readonly facts?: StoredFacts;
}

/** `refreshAt`: when a cached copy is read anew. */
export interface StoredFacts {
  readonly expiresAt?: Date;
  readonly refreshAt?: Date;
  readonly revision?: string;
}

/** The result of a step; a failure is a hard error of the operation. */
export type StepResult = ValueState | StepFailed;
export interface StepFailed {
  readonly kind: 'failed';
  readonly diagnostic: Diagnostic;
}

/** The value that a stored text or a part of a document gives. */
export type Logical = { readonly kind: 'value'; readonly value: SecretValue } | StepFailed;

/** Whether the secret has a value, or would be given one. */
export function isPresent(values: Values, secret: string): boolean {
  const found = values.get(secret);
  return found !== undefined && found.kind !== 'missing';
}
