/** What becomes of secrets that no store has: the default of the manifest, missing, or made now (semantics 4.1, 9.2). */

import type { WhenMissing } from '#schemas/plan.js';
import { SecretValue } from '../../values/secret-value.js';
import type { Known } from '../known.js';
import type { Mode } from '../mode.js';
import type { Given, Made, Making } from './making.js';
import type { Generation, Prompt, Wish } from './produce.js';

/** A map of its own, for the steps that follow to add to. */
interface Supplied extends Made {
  readonly values: Map<string, Known>;
}

/**
 * Decides about each missing secret, in name order; all are known afterwards, or there are errors. What makes values is
 * loaded only where one is to be made.
 */
export async function supplyMissing(making: Making, given: Given): Promise<Supplied> {
  const { mode } = making;
  const values = new Map<string, Known>(given.values);
  const generated: Wish<Generation>[] = [];
  const prompted: Wish<Prompt>[] = [];
  for (const step of given.missing) {
    const how = step.whenMissing;
    values.set(step.secret, withoutAsking(mode, how));
    if (how.kind === 'generate') generated.push({ step, how });
    // Under a scope only visible secrets are asked for (semantics 5.2).
    if (how.kind === 'prompt' && mode.ask && step.visible) prompted.push({ step, how });
  }
  if (generated.length + prompted.length === 0) return { values, errors: [], warnings: [] };
  const { produce } = await import('./produce.js');
  const produced = await produce(making, generated, prompted);
  for (const [secret, known] of produced.values) values.set(secret, known);
  return { ...produced, values };
}

function withoutAsking(mode: Mode, how: WhenMissing): Known {
  if (how.kind !== 'default') return { kind: 'missing' };
  return { kind: 'found', value: mode.values ? SecretValue.fromText(how.text) : null, origin: { kind: 'default' } };
}
