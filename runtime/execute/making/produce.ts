/** Values that are made because no store has them: generated, or asked of a person, and kept where they belong (semantics 4.1, 9.2). */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { access } from '#schemas/diagnostics/E09-access.js';
import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { WhenMissing } from '#schemas/plan.js';
import type { ReadStep } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import { type Destination, destinationOf, targetOf } from '../keeping/keep.js';
import type { Known, StepFailed } from '../known.js';
import { generateValue } from './generate-value.js';
import { keepMade, type MadeValue } from './keep-made.js';
import type { Made, Making } from './making.js';

export type Generation = Extract<WhenMissing, { kind: 'generate' }>;
export type Prompt = Extract<WhenMissing, { kind: 'prompt' }>;

/** A step whose value is to be made. */
export interface Wish<How> {
  readonly step: ReadStep;
  readonly how: How;
}

/** A value that is about to be made, and where it will be kept: null where no store keeps it. */
interface Order<How> extends Wish<How> {
  readonly destination: Destination | null;
}

/**
 * Makes these values; all are known afterwards, or there are errors. Every destination has agreed before the first question
 * and before the first value is made.
 */
export async function produce(
  making: Making,
  generated: readonly Wish<Generation>[],
  prompted: readonly Wish<Prompt>[],
): Promise<Made> {
  if (making.mode.produce === 'never') return foreseen(making, generated);
  const questions = await ordered(making, prompted, 'prompted');
  const generations = await ordered(making, generated, 'generated');
  const errors = [...questions.errors, ...generations.errors];
  if (errors.length > 0) return { values: new Map(), errors, warnings: [] };
  const entered = await askAll(making, questions.orders);
  if (entered.errors.length > 0) return entered;
  return joined([entered, await generateAll(making, generations.orders)]);
}

/**
 * A value-free pass: what a store would keep has to be made by `check` or `run` before it counts; an optional value, and
 * one that no store keeps, would be made then and there (spec 2.8, rule 5).
 */
async function foreseen(making: Making, generated: readonly Wish<Generation>[]): Promise<Made> {
  const values = new Map<string, Known>();
  for (const { step } of generated) {
    const isMissing = step.required && (await keeps(making, step, 'generated'));
    if (!isMissing) values.set(step.secret, { kind: 'will generate' });
  }
  return { values, errors: [], warnings: [] };
}

async function keeps({ ports }: Making, step: ReadStep, what: 'generated' | 'prompted'): Promise<boolean> {
  const first = step.from[0];
  if (first === undefined) return false;
  const opened = await ports.stores.open(first.store);
  return opened.kind === 'closed' || opened.abilities.keeps[what];
}

interface Ordered<How> {
  readonly orders: readonly Order<How>[];
  /** The destinations that refused. */
  readonly errors: readonly Diagnostic[];
}

async function ordered<How>(
  making: Making,
  wishes: readonly Wish<How>[],
  what: 'generated' | 'prompted',
): Promise<Ordered<How>> {
  const orders: Order<How>[] = [];
  const errors: Diagnostic[] = [];
  for (const wish of wishes) {
    const isKept = await keeps(making, wish.step, what);
    const destination = isKept ? await keptIn(making, wish.step) : null;
    if (destination?.kind === 'failed') errors.push(destination.diagnostic);
    else orders.push({ ...wish, destination });
  }
  return { orders, errors };
}

async function keptIn({ linked, mode, ports }: Making, step: ReadStep): Promise<Destination | StepFailed> {
  const destination = await destinationOf(linked, ports.stores, step);
  if (destination.kind === 'failed' || mode.produce === 'yes') return destination;
  const problem = { secret: nameOf(step), store: ports.stores.written(destination.reading.store) };
  return { kind: 'failed', diagnostic: resolution.E1013(problem, aboutOf(linked, step)) };
}

/** An answer is stored before the next question, so that an interrupted run has not asked in vain. */
async function askAll(making: Making, orders: readonly Order<Prompt>[]): Promise<Made> {
  const answers: Made[] = [];
  for (const { step, destination } of orders) {
    const value = await answerFor(making, step, destination);
    const answer = await keepMade(making, [{ step, value, destination }], 'entered');
    answers.push(answer);
    if (answer.errors.length > 0) break;
  }
  return joined(answers);
}

async function answerFor(
  { linked, ports }: Making,
  step: ReadStep,
  destination: Destination | null,
): Promise<SecretValue | StepFailed> {
  const { secret, description } = step;
  const about = aboutOf(linked, step, 'prompt');
  const goal = destination && { store: destination.opened.store.shown, target: await targetOf(destination) };
  const answer = await ports.ask?.({ secret, description, profile: linked.profile, destination: goal });
  if (answer?.kind !== 'answer') return { kind: 'failed', diagnostic: access.E0902({ secret }, about) };
  if (answer.value.isEmpty) return { kind: 'failed', diagnostic: resolution.E1010({ secret }, about) };
  return answer.value;
}

/** All are made before the first is written, and each store is written once. */
async function generateAll(making: Making, orders: readonly Order<Generation>[]): Promise<Made> {
  const made: MadeValue[] = [];
  for (const { step, how, destination } of orders) {
    made.push({ step, value: await generateValue(making.linked, step, how, making.ports.generators), destination });
  }
  return keepMade(making, made, 'generated');
}

function joined(all: readonly Made[]): Made {
  return {
    values: new Map(all.flatMap(({ values }) => [...values])),
    errors: all.flatMap(({ errors }) => errors),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}
