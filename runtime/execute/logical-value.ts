/** From what a store holds to the value it stands for: decoded first, then selected (spec 2.10, 2.11). */

import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { Encoding, Extraction } from '#schemas/plan.js';
import type { ReadStep, Wanted } from '../link/linked-plan.js';
import { SecretValue } from '../values/secret-value.js';
import { aboutOf, nameOf } from './about.js';
import type { Execution, StepFailed } from './execution.js';

export type Logical = { readonly kind: 'value'; readonly value: SecretValue } | StepFailed;

/** A document that cannot be read as its declaration says is a hard error: no other store is asked (semantics 4.2). */
export async function logicalValue(execution: Execution, step: ReadStep, stored: SecretValue): Promise<Logical> {
  const value = step.decode === undefined ? stored : await decoded(execution, step, step.decode, stored);
  if (!(value instanceof SecretValue)) return value;
  return step.extract === undefined ? { kind: 'value', value } : selected(execution, step, step.extract, value);
}

async function decoded(
  execution: Execution,
  step: Wanted,
  encoding: Encoding,
  stored: SecretValue,
): Promise<SecretValue | StepFailed> {
  const { decode } = await import('../decode/encoding.js');
  const result = decode(stored.reveal(), encoding);
  if (result.kind === 'decoded') return SecretValue.fromBytes(result.bytes);
  const problem = { secret: nameOf(step), encoding, reason: result.reason };
  return { kind: 'failed', diagnostic: resolution.E1004(problem, aboutOf(execution, step, 'encoding')) };
}

/** One value of a document. */
export async function selected(
  execution: Execution,
  step: Wanted,
  extraction: Extraction,
  document: SecretValue,
): Promise<Logical> {
  const { extract } = await import('../decode/extract.js');
  const result = extract(document.reveal(), extraction);
  if (result.kind === 'selected') return { kind: 'value', value: SecretValue.fromText(result.text) };
  const problem = { secret: nameOf(step), format: extraction.format, reason: result.reason };
  return { kind: 'failed', diagnostic: resolution.E1005(problem, aboutOf(execution, step, 'extract')) };
}
