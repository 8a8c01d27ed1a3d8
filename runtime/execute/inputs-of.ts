/** What the steps after the stores are made of. */

import type { ComposeStep, DeriveStep, FinishStep } from '../link/linked-plan.js';

export type ComputedStep = ComposeStep | DeriveStep;

export function isComputed(step: FinishStep): step is ComputedStep {
  return step.kind !== 'check identity';
}

/** May name an input more than once. An identity is checked with its roles. */
export function inputsOf(step: FinishStep): readonly string[] {
  switch (step.kind) {
    case 'compose':
      return step.parts.flatMap((part) => ('secret' in part ? [part.secret] : []));
    case 'derive':
      return [step.from, ...Object.values(step.roles)];
    case 'check identity':
      return Object.values(step.roles);
  }
}
