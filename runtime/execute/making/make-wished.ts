/**
 * Values that are made because no store has them, in the order that loses nothing: what they lead to is foreseen first, so
 * that nothing is generated, asked or stored for a call that is known to fail; then they are made; then the rest is finished.
 */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { judgeGroups } from '../judge-groups.js';
import { isPresent, type ValueState, type Values } from '../value-state.js';
import { finishSteps } from './finish.js';
import { foresee, type Prospect } from './foresee.js';
import type { Inputs, Making, Produced, StoredValues } from './making.js';
import { foreseenStatuses, produce } from './produce.js';
import type { Wish } from './supply-missing.js';

/** `inputs.values` are all that is known without making any. */
export async function makeWished(
  making: Making,
  given: StoredValues,
  wishes: readonly Wish[],
  inputs: Inputs,
): Promise<Produced> {
  const prospect = await foresee(making, given, wishes, inputs);
  if (prospect.kind === 'failed') return failed(inputs.values, [prospect.diagnostic]);
  if (making.mode.produce === 'never') return reported(making, prospect, inputs);
  if (isHopeless(making, prospect.values)) return { values: prospect.values, errors: [], warnings: [] };
  const produced = await produce(making, prospect.sharing);
  const { warnings } = produced;
  const values = new Map<string, ValueState>([...inputs.values, ...produced.values]);
  if (produced.errors.length > 0) return { values, errors: produced.errors, warnings };
  for (const [{ secret }, known] of prospect.finished) values.set(secret, known);
  const unfinished = making.linked.finish.filter((step) => !prospect.finished.has(step));
  const failure = await finishSteps(making, unfinished, values, inputs);
  return { values, errors: failure === null ? [] : [failure.diagnostic], warnings };
}

function failed(values: Values, errors: readonly Diagnostic[]): Produced {
  return { values, errors, warnings: [] };
}

/** A value-free pass: nothing is made. */
async function reported(making: Making, { sharing }: Prospect, inputs: Inputs): Promise<Produced> {
  const foreseen = await foreseenStatuses(making, sharing, inputs.values);
  const values = new Map<string, ValueState>([...inputs.values, ...foreseen]);
  const failure = await finishSteps(making, making.linked.finish, values, inputs);
  return failed(values, failure === null ? [] : [failure.diagnostic]);
}

/** Whether the operation fails even if every value is made. Those that would be made are not missing in what is reported of it. */
function isHopeless({ mode, steps, linked }: Making, values: Values): boolean {
  if (mode.needs === 'nothing') return false;
  const isNeeded = mode.needs === 'all' ? () => true : ({ required }: { required: boolean }) => required;
  return (
    steps.some((step) => step.visible && isNeeded(step) && !isPresent(values, step.secret)) ||
    judgeGroups(linked.groups, (secret) => isPresent(values, secret)).length > 0
  );
}
