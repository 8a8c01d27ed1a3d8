/** One fresh value of a secret's type; the type's code is loaded when it is needed. */

import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { WhenMissing } from '#schemas/plan.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import { secretTypeModule } from '../../secret-types/index.js';
import type { Generated, SecretTypeModule } from '../../secret-types/secret-type.js';
import type { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import type { StepFailed } from '../known.js';

type Generation = Extract<WhenMissing, { kind: 'generate' }>;
type Generate = NonNullable<SecretTypeModule['generate']>;

/** A failing generator fails the operation (semantics 4.3). */
export async function generateValue(
  linked: LinkedPlan,
  step: ReadStep,
  how: Generation,
): Promise<SecretValue | StepFailed> {
  const about = aboutOf(linked, step, 'generate');
  const problem = { secret: nameOf(step), type: how.type };
  const generate = (await secretTypeModule(how.type))?.generate;
  if (generate === undefined) return { kind: 'failed', diagnostic: resolution.E1009(problem, about) };
  const generated = await guarded(generate, how);
  if (generated.kind === 'generated') return generated.value;
  const { reason, quote = null } = generated;
  return { kind: 'failed', diagnostic: resolution.E1008({ ...problem, reason }, { ...about, quote }) };
}

/** The text of a thrown error may contain a part of the value, so it is not shown. */
async function guarded(generate: Generate, { options }: Generation): Promise<Generated> {
  try {
    return await generate(options);
  } catch (error) {
    return { kind: 'failed', reason: `the generator crashed (${error instanceof Error ? error.name : 'unknown'})` };
  }
}
