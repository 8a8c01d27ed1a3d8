/** The question to the operator of `run` for one value (spec 4.3). */

import { access } from '#schemas/diagnostics/E09-access.js';
import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import { byName } from '#schemas/named.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import { aboutOf } from '../about.js';
import { inputsOf } from '../inputs-of.js';
import { type Destination, targetOf } from '../keeping/keep.js';
import type { Question } from '../ports.js';
import type { StepFailed } from '../value-state.js';
import type { Making } from './making.js';

/** `destination`: null where the answer is for this run only. */
export async function answerFor(
  { linked, ports }: Pick<Making, 'linked' | 'ports'>,
  step: ReadStep,
  destination: Destination | null,
): Promise<SecretValue | StepFailed> {
  const question = await questionOf({ linked, ports }, step, destination);
  const answer = await ports.ask?.(question);
  const about = aboutOf(linked, step, 'prompt');
  if (answer?.kind !== 'answer') return { kind: 'failed', diagnostic: access.E0902(question, about) };
  if (answer.value.isEmpty) return { kind: 'failed', diagnostic: resolution.E1010(question, about) };
  return answer.value;
}

async function questionOf(
  { linked, ports }: Pick<Making, 'linked' | 'ports'>,
  step: ReadStep,
  destination: Destination | null,
): Promise<Question> {
  const { secret, description, nameable } = step;
  const { profile } = linked;
  const goal = destination && {
    store: ports.stores.seen(destination.opened.shown),
    provider: destination.opened.shown,
  };
  if (!nameable) return { inputOf: firstThatNeeds(linked, secret), profile, destination: goal };
  const target = destination === null ? '' : await targetOf(destination);
  return { secret, description, profile, destination: goal && { ...goal, target } };
}

/** The first visible secret by name that is made of this one, or of what is made of it. */
function firstThatNeeds({ finish, reads }: LinkedPlan, input: string): string {
  const needing = new Set([input]);
  const isVisible = new Map(reads.map(({ secret, visible }) => [secret, visible]));
  let first: string | null = null;
  // What a secret is made of comes before it.
  for (const step of finish) {
    if (!inputsOf(step).some((name) => needing.has(name))) continue;
    needing.add(step.secret);
    const shown = step.kind === 'check identity' ? isVisible.get(step.secret) : step.visible;
    if (shown === true && (first === null || byName(step.secret, first) < 0)) first = step.secret;
  }
  if (first === null) throw new Error('an input that the scope hides is needed by no visible secret');
  return first;
}
