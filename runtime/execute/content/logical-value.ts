/** From stored texts to values: decoded first, then selected (spec 2.10, 2.11). */

import { createHash } from 'node:crypto';
import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { Encoding } from '#schemas/plan.js';
import type { TakeRoom } from '../../decode/document.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import type { Logical, StepFailed } from '../value-state.js';
import { selected, storedDocument } from './select-value.js';

/** What a store holds for a secret. */
export interface StoredValue {
  readonly step: ReadStep;
  readonly value: SecretValue;
}

/**
 * The logical value of each secret. What several secrets take from one stored text is decoded once, and read as a document
 * once; one such text is at hand at a time. A document that cannot be read as its declaration says is a hard error: no
 * other store is asked (semantics 4.2).
 */
export async function logicalValues(
  linked: LinkedPlan,
  stored: readonly StoredValue[],
  takeRoom: TakeRoom,
): Promise<ReadonlyMap<ReadStep, Logical>> {
  const results = new Map<ReadStep, Logical>();
  for (const { value, steps } of alike(stored)) {
    const logical = await takenFrom(linked, value, steps[0], takeRoom);
    for (const step of steps) results.set(step, logical(step));
  }
  return results;
}

/** The same for a value that was not read with the others. */
export async function logicalValue(
  linked: LinkedPlan,
  step: ReadStep,
  stored: SecretValue,
  takeRoom: TakeRoom,
): Promise<Logical> {
  return (await takenFrom(linked, stored, step, takeRoom))(step);
}

interface Alike {
  readonly value: SecretValue;
  readonly steps: readonly [ReadStep, ...ReadStep[]];
}

/** Equal texts that are decoded alike, and read as the same format, together. */
function alike(stored: readonly StoredValue[]): Iterable<Alike> {
  const digests = new Map<SecretValue, string>();
  const groups = new Map<string, { value: SecretValue; steps: [ReadStep, ...ReadStep[]] }>();
  for (const { step, value } of stored) {
    const digest = digests.get(value) ?? createHash('sha256').update(value.reveal()).digest('base64');
    digests.set(value, digest);
    const key = `${step.decode ?? ''} ${step.extract?.format ?? ''} ${digest}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { value, steps: [step] });
    else group.steps.push(step);
  }
  return groups.values();
}

/** The step is any of those that the text is for. */
async function takenFrom(
  linked: LinkedPlan,
  stored: SecretValue,
  { decode, extract }: ReadStep,
  takeRoom: TakeRoom,
): Promise<(step: ReadStep) => Logical> {
  const text = decode === undefined ? stored : await decoded(stored, decode);
  if (!(text instanceof SecretValue)) return (step) => undecodable(linked, step, text);
  if (extract === undefined) return () => ({ kind: 'value', value: text });
  const document = storedDocument(text, extract.format, takeRoom);
  return (step) => selected(linked, step, step.extract ?? extract, document);
}

interface Undecodable {
  readonly encoding: Encoding;
  readonly reason: string;
}

async function decoded(stored: SecretValue, encoding: Encoding): Promise<SecretValue | Undecodable> {
  const { decode } = await import('../../decode/encoding.js');
  const result = decode(stored.reveal(), encoding);
  return result.kind === 'decoded' ? SecretValue.fromBytes(result.bytes) : { encoding, reason: result.reason };
}

function undecodable(linked: LinkedPlan, step: ReadStep, problem: Undecodable): StepFailed {
  const diagnostic = resolution.E1004({ ...problem, secret: nameOf(step) }, aboutOf(linked, step, 'encoding'));
  return { kind: 'failed', diagnostic };
}
