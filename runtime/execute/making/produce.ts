/** Values that are made because no store has them: generated, or asked of a person, and kept where they belong (semantics 4.1, 9.2). */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { ReadStep } from '../../link/linked-plan.js';
import { keepsOf } from '../../stores/store-words.js';
import { aboutOf, nameOf } from '../about.js';
import { type Destination, destinationOf } from '../keeping/keep.js';
import { isPresent, type StepFailed, type ValueState, type Values } from '../value-state.js';
import { writtenReading } from '../../link/written-reading.js';
import { answerFor } from './ask-operator.js';
import { generateValue } from './generate-value.js';
import { keepMade, type ProducedValue } from './keep-made.js';
import type { Making, Produced } from './making.js';
import type { Sharing } from './share-entries.js';
import type { Generation, Prompt, Wish } from './supply-missing.js';

/** A value that is about to be made, and where it will be kept: null where no store keeps it. */
interface Order<How> {
  readonly step: ReadStep;
  readonly how: How;
  readonly destination: Destination | null;
}

/**
 * Makes these values, and has the others read what they share; all are known afterwards, or there are errors. Every destination
 * has agreed before the first question and before the first value is made.
 */
export async function produce(making: Making, sharing: Sharing): Promise<Produced> {
  const questions = await ordered(making, sharing.makers.filter(isPrompt), 'prompted');
  const generations = await ordered(making, sharing.makers.filter(isGeneration), 'generated');
  const errors = [...questions.errors, ...generations.errors];
  if (errors.length > 0) return { values: new Map(), errors, warnings: [] };
  const entered = await askAll(making, questions.orders, sharing);
  if (entered.errors.length > 0) return entered;
  return joined([entered, await generateAll(making, generations.orders, sharing)]);
}

function isPrompt(wish: Wish): wish is Wish & { how: Prompt } {
  return wish.how.kind === 'prompt';
}

function isGeneration(wish: Wish): wish is Wish & { how: Generation } {
  return wish.how.kind === 'generate';
}

/**
 * A value-free pass: what a store would keep has to be made by `check` or `run` before it counts; an optional value, one that no
 * store keeps, and what is read instead of a value that is `known` would be made then and there (spec 2.8, rule 5).
 */
export async function foreseenStatuses(
  making: Making,
  { makers, readers }: Sharing,
  known: Values,
): Promise<ReadonlyMap<string, ValueState>> {
  const values = new Map<string, ValueState>();
  for (const { step } of [...makers, ...readers]) {
    const isMissing = step.required && !isPresent(known, step.secret) && (await keeps(making, step, 'generated'));
    values.set(step.secret, { kind: isMissing ? 'missing' : 'will generate' });
  }
  return values;
}

async function keeps({ linked, ports }: Making, step: ReadStep, what: 'generated' | 'prompted'): Promise<boolean> {
  const written = writtenReading(linked, step);
  if (written === undefined) return false;
  const opened = await ports.stores.open(written.store);
  if (opened.kind === 'closed') return true;
  return (await keepsOf(opened))[what];
}

interface Ordered<How> {
  readonly orders: readonly Order<How>[];
  /** The destinations that refused. */
  readonly errors: readonly Diagnostic[];
}

async function ordered<How>(
  making: Making,
  wishes: readonly { readonly step: ReadStep; readonly how: How }[],
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
  const problem = { secret: nameOf(step), store: ports.stores.called(destination.reading.store) };
  return { kind: 'failed', diagnostic: resolution.E1013(problem, aboutOf(linked, step)) };
}

/** An answer is stored before the next question, so that an interrupted run has not asked in vain. */
async function askAll(making: Making, orders: readonly Order<Prompt>[], sharing: Sharing): Promise<Produced> {
  const answers: Produced[] = [];
  for (const { step, destination } of orders) {
    const value = await answerFor(making, step, destination);
    const answer = await keepMade(making, [{ step, value, destination }], sharing.readers, 'entered');
    answers.push(answer);
    if (answer.errors.length > 0) break;
  }
  return joined(answers);
}

/** All are made before the first is written, and each store is written once. */
async function generateAll(making: Making, orders: readonly Order<Generation>[], sharing: Sharing): Promise<Produced> {
  const made: ProducedValue[] = [];
  for (const { step, how, destination } of orders) {
    made.push({ step, value: await generateValue(making.linked, step, how, making.ports.generators), destination });
  }
  return keepMade(making, made, sharing.readers, 'generated');
}

function joined(all: readonly Produced[]): Produced {
  return {
    values: new Map(all.flatMap(({ values }) => [...values])),
    errors: all.flatMap(({ errors }) => errors),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}
