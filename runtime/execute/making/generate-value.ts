/** One fresh value of a secret's type; the type's code is loaded when it is needed. */

import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { WhenMissing } from '#schemas/plan.js';
import { unlessAborted } from '../../files/unless-aborted.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import { guarded } from '../../secret-types/guarded.js';
import { secretTypeModule } from '../../secret-types/index.js';
import { failedBecause, type GeneratorPorts } from '../../secret-types/secret-type.js';
import type { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import type { StepFailed } from '../value-state.js';

type Generation = Extract<WhenMissing, { kind: 'generate' }>;

/** A failing generator fails the operation (semantics 4.3). */
export async function generateValue(
  linked: LinkedPlan,
  step: ReadStep,
  how: Generation,
  ports: GeneratorPorts,
): Promise<SecretValue | StepFailed> {
  const generate = (await secretTypeModule(how.type))?.generate;
  // A large key takes minutes, and is not waited for if the call is given up.
  const generated =
    generate === undefined
      ? failedBecause('this version cannot generate it')
      : await guarded('generator', () => unlessAborted(async () => generate(how.options, ports), ports.signal));
  if (generated.kind === 'generated') return generated.value;
  ports.signal.throwIfAborted();
  const { reason, quote = null } = generated;
  const problem = { secret: nameOf(step), type: how.type, reason };
  return { kind: 'failed', diagnostic: resolution.E1008(problem, { ...aboutOf(linked, step, 'generate'), quote }) };
}
