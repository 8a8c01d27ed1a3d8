/** A value made of one of another type (semantics 9.5); the code of the type is loaded when it is needed. */

import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { Derivation } from '#schemas/plan.js';
import type { DeriveStep, LinkedPlan } from '../../link/linked-plan.js';
import { guarded } from '../../secret-types/guarded.js';
import { secretTypeModule } from '../../secret-types/index.js';
import { failedBecause, type SecretTypeModule } from '../../secret-types/secret-type.js';
import type { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import type { Origin } from '../resolution.js';
import type { StepResult } from '../value-state.js';
import type { Inputs } from './making.js';
import { rolesIn } from './of-type.js';

export interface Export {
  readonly step: DeriveStep;
  readonly how: Extract<Derivation, { kind: 'export' }>;
  readonly source: SecretValue;
  readonly origin: Origin;
}

/** The code of the type is an argument, for tests. */
export async function convertValue(
  linked: LinkedPlan,
  { step, how, source, origin }: Export,
  inputs: Inputs,
  moduleOf: (type: string) => Promise<SecretTypeModule | null> = secretTypeModule,
): Promise<StepResult> {
  const { type, format } = how;
  const given = rolesIn(linked, step, step.roles, inputs);
  if (given.kind === 'failed') return given;
  const from = inputs.stepOf(step.from)?.type;
  const convert = (await moduleOf(type))?.convert;
  const converted =
    convert === undefined || from === undefined
      ? failedBecause('this version cannot convert it')
      : await guarded('conversion', () => convert(source, { from, format, roles: given.roles }));
  if (converted.kind === 'converted') {
    return { kind: 'found', value: converted.value, origin };
  }
  const { reason, quote = null } = converted;
  const about = aboutOf(linked, step, 'from');
  return {
    kind: 'failed',
    diagnostic: resolution.E1016({ secret: nameOf(step), type, reason }, { ...about, quote }),
  };
}
