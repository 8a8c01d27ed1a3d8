/** What becomes of secrets that no store has: the default of the manifest, missing, or made now (semantics 4.1, 9.2). */

import type { WhenMissing } from '#schemas/plan.js';
import type { ReadStep } from '../../link/linked-plan.js';
import { SecretValue } from '../../values/secret-value.js';
import type { Execution } from '../execution.js';
import type { Known } from '../known.js';
import type { Generation, Prompt, Wish } from './produce.js';

/**
 * Decides about each of these steps, in name order; all are known afterwards, or there are errors. What makes values is
 * loaded only where one is to be made.
 */
export async function supplyMissing(execution: Execution, missing: readonly ReadStep[]): Promise<void> {
  const generated: Wish<Generation>[] = [];
  const prompted: Wish<Prompt>[] = [];
  for (const step of missing) {
    const how = step.whenMissing;
    execution.known.set(step.secret, withoutAsking(execution, how));
    if (how.kind === 'generate') generated.push({ step, how });
    if (how.kind === 'prompt' && mayAsk(execution, step)) prompted.push({ step, how });
  }
  if (generated.length === 0 && prompted.length === 0) return;
  const { produce } = await import('./produce.js');
  await produce(execution, generated, prompted);
}

function withoutAsking({ mode }: Execution, how: WhenMissing): Known {
  if (how.kind !== 'default') return { kind: 'missing' };
  return { kind: 'found', value: mode.values ? SecretValue.fromText(how.text) : null, origin: { kind: 'default' } };
}

/** Under a scope only visible secrets are asked for (semantics 5.2). */
function mayAsk({ mode }: Execution, step: ReadStep): boolean {
  return mode.ask && step.visible;
}
