/** Values that are made because no store has them: generated, or asked of a person, and kept where they belong (semantics 4.1, 9.2). */

import { access } from '#schemas/diagnostics/E09-access.js';
import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import { HIDDEN_INPUT } from '#schemas/diagnostics/list-names.js';
import type { WhenMissing } from '#schemas/plan.js';
import type { ReadStep } from '../../link/linked-plan.js';
import { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import type { Execution } from '../execution.js';
import { type Destination, destinationOf, storeValues, targetOf } from '../keeping/keep.js';
import type { StepFailed } from '../known.js';
import { logicalValue } from '../reading/read.js';
import { generateValue } from './generate-value.js';

export type Generation = Extract<WhenMissing, { kind: 'generate' }>;
export type Prompt = Extract<WhenMissing, { kind: 'prompt' }>;

/** A step whose value is to be made. */
export interface Wish<How> {
  readonly step: ReadStep;
  readonly how: How;
}

/** A value that is about to be made, and where it will be kept: null when nobody keeps it. */
interface Order<How> extends Wish<How> {
  readonly destination: Destination | null;
}

/**
 * Makes these values; all are known afterwards, or there are errors. Every destination has agreed before the first question
 * and before the first value is made.
 */
export async function produce(
  execution: Execution,
  generated: readonly Wish<Generation>[],
  prompted: readonly Wish<Prompt>[],
): Promise<void> {
  if (execution.mode.produce === 'never') return foresee(execution, generated);
  const questions = await ordered(execution, prompted, 'prompted');
  const generations = await ordered(execution, generated, 'generated');
  if (execution.errors.length > 0) return;
  for (const question of questions) await askFor(execution, question);
  if (execution.errors.length > 0) return;
  await generateAll(execution, generations);
}

/**
 * A value-free pass: what a store would keep has to be made by `check` or `run` before it counts; an optional value, and
 * one that nobody keeps, would be made then and there (spec 2.8, rule 5).
 */
async function foresee(execution: Execution, generated: readonly Wish<Generation>[]): Promise<void> {
  for (const { step } of generated) {
    const isMissing = step.required && (await keeps(execution, step, 'generated'));
    if (!isMissing) execution.known.set(step.secret, { kind: 'will generate' });
  }
}

async function keeps(execution: Execution, step: ReadStep, what: 'generated' | 'prompted'): Promise<boolean> {
  const first = step.from[0];
  if (first === undefined) return false;
  const opened = await execution.stores.open(first.store);
  return opened.kind === 'closed' || opened.abilities.keeps[what];
}

/** The steps with their destinations; refusals are among the errors. */
async function ordered<How>(
  execution: Execution,
  wishes: readonly Wish<How>[],
  what: 'generated' | 'prompted',
): Promise<readonly Order<How>[]> {
  const orders: Order<How>[] = [];
  for (const wish of wishes) {
    const isKept = await keeps(execution, wish.step, what);
    const destination = isKept ? await keptIn(execution, wish.step) : null;
    if (destination?.kind === 'failed') execution.errors.push(destination.diagnostic);
    else orders.push({ ...wish, destination });
  }
  return orders;
}

async function keptIn(execution: Execution, step: ReadStep): Promise<Destination | StepFailed> {
  const destination = await destinationOf(execution.linked, execution.stores, step);
  if (destination.kind === 'failed' || execution.mode.produce === 'yes') return destination;
  const problem = { secret: nameOf(step), store: execution.stores.written(destination.reading.store) };
  return { kind: 'failed', diagnostic: resolution.E1013(problem, aboutOf(execution.linked, step)) };
}

/** An answer is stored before the next question, so that an interrupted run has not asked in vain. */
async function askFor(execution: Execution, { step, destination }: Order<Prompt>): Promise<void> {
  if (execution.errors.length > 0) return;
  const answer = await answerFor(execution, step, destination);
  await keep(execution, [{ step, value: answer, destination }], 'entered');
}

async function answerFor(
  execution: Execution,
  step: ReadStep,
  destination: Destination | null,
): Promise<SecretValue | StepFailed> {
  const { ports, linked } = execution;
  const { secret, description } = step;
  const about = aboutOf(execution.linked, step, 'prompt');
  const goal = destination && { store: destination.opened.store.shown, target: await targetOf(destination) };
  const answer = await ports.ask?.({ secret, description, profile: linked.profile, destination: goal });
  if (answer?.kind !== 'answer') return { kind: 'failed', diagnostic: access.E0902({ secret }, about) };
  if (answer.value.isEmpty) return { kind: 'failed', diagnostic: resolution.E1010({ secret }, about) };
  return answer.value;
}

/** All are made before the first is written, and each store is written once. */
async function generateAll(execution: Execution, orders: readonly Order<Generation>[]): Promise<void> {
  const made: Made[] = [];
  for (const { step, how, destination } of orders) {
    made.push({ step, value: await generateValue(execution, step, how), destination });
  }
  await keep(execution, made, 'generated');
}

interface Made {
  readonly step: ReadStep;
  readonly value: SecretValue | StepFailed;
  readonly destination: Destination | null;
}

/** Stores what is to be stored; nothing at all when one of them could not be made. */
async function keep(execution: Execution, made: readonly Made[], how: 'generated' | 'entered'): Promise<void> {
  const values = made.flatMap(({ step, value, destination }) => {
    if (value instanceof SecretValue) return [{ step, value, destination }];
    execution.errors.push(value.diagnostic);
    return [];
  });
  if (values.length < made.length) return;
  const overtaken = await deposit(execution, values, how);
  const isStored = execution.errors.length === 0;
  for (const { step, value, destination } of values) {
    if (overtaken.has(step.secret)) continue;
    execution.known.set(step.secret, { kind: 'found', value, origin: { kind: how } });
    if (isStored) execution.ports.notice(noticeOf(execution, step, destination, how));
  }
}

/** A value, and where it is to be kept. */
interface Kept {
  readonly step: ReadStep;
  readonly value: SecretValue;
  readonly destination: Destination | null;
}

/**
 * Stores the values; what went wrong is among the errors. Gives the secrets that another process was faster to store:
 * its value is known now, so that all who found none agree on one. An answer of a person is stored whatever lies there.
 */
async function deposit(
  execution: Execution,
  values: readonly Kept[],
  how: 'generated' | 'entered',
): Promise<ReadonlySet<string>> {
  const deposits = values.flatMap(({ value, destination }) => (destination === null ? [] : [{ destination, value }]));
  const yielding = how === 'generated' && ({ onlyIfAbsent: true } as const);
  const { results, warnings } = await storeValues(
    execution.linked,
    execution.ports,
    deposits.map((one) => ({ ...one, ...yielding })),
  );
  execution.warnings.push(...warnings);
  const overtaken = new Set<string>();
  for (const [index, result] of results.entries()) {
    const destination = deposits[index]?.destination;
    if (result.kind === 'failed') execution.errors.push(result.diagnostic);
    if (result.kind !== 'present' || destination === undefined) continue;
    overtaken.add(destination.step.secret);
    await takeStored(execution, destination, result.value);
  }
  return overtaken;
}

/** Makes known what lies in the store, as if it had been read there in the first place. */
async function takeStored(execution: Execution, destination: Destination, stored: SecretValue): Promise<void> {
  const { step, opened, reading } = destination;
  const logical = await logicalValue(execution.linked, step, stored, execution.takeRoom);
  if (logical.kind === 'failed') execution.errors.push(logical.diagnostic);
  else {
    const origin = { kind: 'store', store: opened.store.shown, at: reading.at } as const;
    execution.known.set(step.secret, { kind: 'found', value: logical.value, origin });
  }
}

function noticeOf({ linked }: Execution, step: ReadStep, destination: Destination | null, how: string): string {
  const name = step.nameable ? step.secret : HIDDEN_INPUT;
  if (destination === null) return `✓ ${name} - ${how} for this run only (profile: ${linked.profile})`;
  return `✓ ${name} - ${how} and saved to ${destination.opened.scheme} (profile: ${linked.profile})`;
}
