/**
 * What an operation leads to if every value that can be made is made, found without making one: which secrets come to have a
 * value, which steps can be finished already, and which values are better not made.
 */

import type { FinishStep, LinkedGroup } from '../../link/linked-plan.js';
import { inputsOf } from '../inputs-of.js';
import { isPresent, type StepFailed, type StepResult, type ValueState, type Values } from '../value-state.js';
import { insertedPiece } from './compose-step.js';
import { finishStep } from './finish.js';
import type { Inputs, Making, StoredValues } from './making.js';
import { type Sharing, shareEntries } from './share-entries.js';
import type { Wish } from './supply-missing.js';

export interface Prospect {
  readonly kind: 'prospect';
  readonly sharing: Sharing;
  /** What would be made, and what is made of it, is `will generate`. */
  readonly values: Values;
  /** The steps that need nothing that is still to be made. */
  readonly finished: ReadonlyMap<FinishStep, ValueState>;
}

/** A step that fails whatever is made fails here. `known.values` are not changed. */
export async function foresee(
  making: Making,
  given: StoredValues,
  wishes: readonly Wish[],
  known: Inputs,
): Promise<Prospect | StepFailed> {
  const { linked, ports, mode } = making;
  const finished = new Map<FinishStep, ValueState>();
  let kept = wishes;
  for (;;) {
    const sharing = await shareEntries(linked, ports.stores, given, kept);
    const values = new Map<string, ValueState>(known.values);
    for (const { step } of [...sharing.makers, ...sharing.readers]) values.set(step.secret, WILL_GENERATE);
    const failure = await finishKnown(making, finished, values, known);
    if (failure !== null) return failure;
    const excess = excessIn(linked.groups, values, mode.produce === 'never');
    const rest = kept.filter(({ step }) => !excess.has(step.secret));
    if (rest.length === kept.length) return { kind: 'prospect', sharing, values, finished };
    kept = rest;
  }
}

const WILL_GENERATE: ValueState = { kind: 'will generate' };

/** Adds what each step comes to; `finished` holds those that are done, in earlier rounds too. */
async function finishKnown(
  making: Making,
  finished: Map<FinishStep, ValueState>,
  values: Map<string, ValueState>,
  { stepOf }: Inputs,
): Promise<StepFailed | null> {
  const inputs = { values, stepOf };
  for (const step of making.linked.finish) {
    const isOpen = openInputs(step, values).length > 0;
    const outcome = finished.get(step) ?? (await (isOpen ? foreseen : finishStep)(making, step, inputs));
    if (outcome.kind === 'failed') return outcome;
    if (!isOpen) finished.set(step, outcome);
    values.set(step.secret, outcome);
  }
  return null;
}

/** What the step needs that is still to be made; an identity is checked only when it is there itself. */
function openInputs(step: FinishStep, values: Values): readonly string[] {
  const needed = step.kind === 'check identity' ? [step.secret, ...inputsOf(step)] : inputsOf(step);
  return needed.filter((input) => values.get(input)?.kind === 'will generate');
}

/** For a step with inputs that do not exist yet: only whether the others are valid. */
async function foreseen(making: Making, step: FinishStep, inputs: Inputs): Promise<StepResult> {
  const { values, stepOf } = inputs;
  const needed = step.kind === 'check identity' ? [step.secret, ...inputsOf(step)] : inputsOf(step);
  if (!needed.every((input) => isPresent(values, input))) return { kind: 'missing' };
  if (step.kind !== 'compose' || !making.mode.values) return WILL_GENERATE;
  for (const input of new Set(needed)) {
    // Files are written when all is there.
    if (values.get(input)?.kind !== 'found' || stepOf(input)?.deliver === 'path') continue;
    const piece = await insertedPiece(making, step, input, inputs);
    if (piece.kind === 'failed') return piece;
  }
  return WILL_GENERATE;
}

/**
 * The members of exactly-one groups whose value is better not made: another member has one, or would be given one. Two that
 * would both be made are both left, because what is stored once breaks the group for good. A report only shows that.
 */
function excessIn(groups: readonly LinkedGroup[], values: Values, isReport: boolean): ReadonlySet<string> {
  const excess = new Set<string>();
  for (const { mode, members } of groups) {
    if (mode !== 'exactly_one' || members.filter((member) => isPresent(values, member)).length < 2) continue;
    if (isReport && !members.some((member) => values.get(member)?.kind === 'found')) continue;
    for (const member of members) excess.add(member);
  }
  return excess;
}
