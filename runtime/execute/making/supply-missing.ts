/** What becomes of secrets that no store has: the default of the manifest, missing, or a value that is wished for (semantics 4.1, 9.2). */

import type { WhenMissing } from '#schemas/plan.js';
import type { ReadStep } from '../../link/linked-plan.js';
import { SecretValue } from '../../values/secret-value.js';
import type { Mode } from '../mode.js';
import type { ValueState } from '../value-state.js';
import type { Making, StoredValues } from './making.js';

/** A secret whose value could be made: generated, or asked for. */
export interface Wish {
  readonly step: ReadStep;
  readonly how: Generation | Prompt;
}
export type Generation = Extract<WhenMissing, { kind: 'generate' }>;
export type Prompt = Extract<WhenMissing, { kind: 'prompt' }>;

export interface Supplied {
  /** All that were given, and all that are missing: with their default, or without a value. A map of its own, for the steps that follow. */
  readonly values: Map<string, ValueState>;
  /** By name; none, which is usual, loads nothing that makes values. */
  readonly wishes: readonly Wish[];
}

/** Decides about each missing secret, in name order. Makes nothing. */
export function supplyMissing({ mode }: Pick<Making, 'mode'>, given: StoredValues): Supplied {
  const values = new Map<string, ValueState>(given.values);
  const wishes: Wish[] = [];
  for (const step of given.missing) {
    const how = step.whenMissing;
    values.set(step.secret, withoutAsking(mode, how));
    if (how.kind === 'generate' || (how.kind === 'prompt' && mode.ask)) wishes.push({ step, how });
  }
  return { values, wishes };
}

function withoutAsking(mode: Mode, how: WhenMissing): ValueState {
  if (how.kind !== 'default') return { kind: 'missing' };
  return { kind: 'found', value: mode.values ? SecretValue.fromText(how.text) : null, origin: { kind: 'default' } };
}
