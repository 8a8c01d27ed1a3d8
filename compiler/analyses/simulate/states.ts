/** What is known of each secret while a call is imagined. */
import type { FinishStep } from './model.js';
import type { Point } from './points.js';

/** Where a value comes from. */
export type Origin =
  | { readonly kind: 'found' | 'generated' | 'prompted'; readonly point: Point | null }
  | { readonly kind: 'default' | 'composed' };

export type State =
  /** `isHollow`: the operation makes no value, but one would exist. */
  | { readonly kind: 'found'; readonly origin: Origin; readonly isHollow?: true }
  | { readonly kind: 'missing' }
  /** It would be made. `origin`: null for what is made of such values. */
  | { readonly kind: 'pending'; readonly origin: Origin };

export type States = ReadonlyMap<string, State>;

export const MISSING: State = { kind: 'missing' };
export const COMPOSED: Origin = { kind: 'composed' };

export function isPresent(states: States, name: string): boolean {
  const state = states.get(name);
  return state !== undefined && state.kind !== 'missing';
}

/** What a step comes to. `hasValues`: the operation handles values, and what is only foreseen cannot be put into a text. */
export function finished({ kind, name, inputs }: FinishStep, states: States, hasValues: boolean): State {
  if (!inputs.every((input) => isPresent(states, input))) return MISSING;
  switch (kind) {
    case 'check identity':
      return states.get(name) ?? MISSING;
    case 'derive':
      return isWhole(states, inputs[0]) ? FOUND : HOLLOW;
    case 'compose':
      return hasValues && !inputs.every((input) => isWhole(states, input)) ? MISSING : FOUND;
  }
}

const FOUND: State = { kind: 'found', origin: COMPOSED };
const HOLLOW: State = { kind: 'found', origin: COMPOSED, isHollow: true };

function isWhole(states: States, name: string | undefined): boolean {
  const state = name === undefined ? undefined : states.get(name);
  return state?.kind === 'found' && state.isHollow !== true;
}

export function finishAll(steps: readonly FinishStep[], states: Map<string, State>, hasValues: boolean): void {
  for (const step of steps) states.set(step.name, finished(step, states, hasValues));
}
