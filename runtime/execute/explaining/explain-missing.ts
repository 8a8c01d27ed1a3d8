/** Missing secrets explained: where each was looked for, what a composed one lacks, and how to supply the value. */

import type { MissingSecret, Supply } from '#schemas/diagnostics/missing-secret.js';
import { byName } from '#schemas/named.js';
import { howToSupply } from '#schemas/stores/how-to-supply.js';
import type { LinkedPlan, Reading, ReadStep } from '../../link/linked-plan.js';
import { absenceOf as wordsOfAbsence } from '../../stores/store-words.js';
import type { Stores } from '../../stores/stores.js';
import { type ComputedStep, inputsOf, isComputed } from '../inputs-of.js';
import { writtenReading } from '../../link/written-reading.js';
import type { Surroundings } from './surroundings.js';
import { unreadVariable } from './unread-variable.js';

/** More are not named: a chain of composed secrets may lack thousands. */
const MOST_LACKS = 20;

/** Explains missing secrets, each once, however many findings name it. Opens stores to ask for their words, and contacts none. */
export interface Explainer {
  /** The secrets among `names`, and the missing ones they are made of; stored ones first, by name, then the others in dependency order. */
  explain(names: readonly string[]): Promise<readonly MissingSecret[]>;
}

/** `missing` is every name without a value. */
export function explainer(linked: LinkedPlan, missing: readonly string[], surroundings: Surroundings): Explainer {
  const lacking = lackingIn(linked, new Set(missing));
  const reads = inOrder(linked.reads);
  const made = inOrder(linked.finish.filter(isComputed));
  const known = new Map<ReadStep, Promise<MissingSecret>>();
  const explainedOnce = (step: ReadStep) => {
    const found = known.get(step) ?? explained(linked, step, surroundings);
    known.set(step, found);
    return found;
  };
  return {
    async explain(names) {
      const wanted = new Set(names);
      for (const name of names) for (const leaf of lacking.get(name) ?? []) if (leaf !== null) wanted.add(leaf);
      const stored = await Promise.all(reads.among(wanted).map(explainedOnce));
      const computed = made.among(wanted);
      return [
        ...stored,
        ...computed.map((step) => explainedComputed(step, lacking.get(step.secret) ?? [], surroundings)),
      ];
    },
  };
}

/** Steps to be found by name, without looking at all of them each time, and given back in their order. */
function inOrder<Step extends { readonly secret: string }>(
  steps: readonly Step[],
): { among(names: ReadonlySet<string>): readonly Step[] } {
  const positions = new Map(steps.map(({ secret }, index) => [secret, index]));
  return {
    among(names) {
      const found = [...names].flatMap((name) => positions.get(name) ?? []);
      return found.sort((left, right) => left - right).flatMap((position) => steps[position] ?? []);
    },
  };
}

async function explained(linked: LinkedPlan, step: ReadStep, surroundings: Surroundings): Promise<MissingSecret> {
  const { secret, description } = step;
  const searched = await Promise.all(step.from.map((reading) => absenceOf(reading, surroundings.stores)));
  const variable = unreadVariable(linked, step, surroundings);
  const supply = supplyOf(linked, step);
  return { secret, description, searched, lacks: [], supply, ...(variable !== null && { variable }) };
}

async function absenceOf({ store, at }: Reading, stores: Stores): Promise<string> {
  const opened = await stores.open(store);
  return opened.kind === 'open' ? wordsOfAbsence(opened, at) : `${stores.called(store)}: no such entry`;
}

function explainedComputed(
  { secret, description }: ComputedStep,
  lacks: readonly (string | null)[],
  { environment }: Surroundings,
): MissingSecret {
  const variable = environment.has(secret) ? ({ kind: 'made' } as const) : undefined;
  return { secret, description, searched: [], lacks, supply: { kind: 'inputs' }, ...(variable && { variable }) };
}

/** How a person supplies the value: `set` writes to a store of the chain; a part of a document is not stored by itself. */
export function supplyOf(linked: LinkedPlan, step: ReadStep): Supply {
  const { extract, whenMissing } = step;
  const written = writtenReading(linked, step);
  const store = linked.stores[written?.store ?? -1];
  if (written === undefined || store?.kind !== 'store') return { kind: 'otherwise', how: 'add a store to `providers`' };
  if (extract !== undefined) return { kind: 'otherwise', how: 'add it to the document that `extract` reads' };
  const how = howToSupply(store.uri, written.at);
  if (how === null) return { kind: 'set' };
  if (whenMissing.kind === 'prompt')
    return { kind: 'otherwise', how: 'enter it when `tool run` prompts for it on a terminal' };
  return { kind: 'otherwise', how };
}

/** The first missing stored secrets that each made one is made of, by name; null for all that the scope hides. */
function lackingIn(
  { reads, finish }: LinkedPlan,
  missing: ReadonlySet<string>,
): ReadonlyMap<string, readonly (string | null)[]> {
  const leaves = new Map<string, ReadonlySet<string>>();
  const shown = new Set<string>();
  for (const { secret, nameable } of reads) {
    if (missing.has(secret)) leaves.set(secret, new Set([secret]));
    if (nameable) shown.add(secret);
  }
  const lacking = new Map<string, readonly (string | null)[]>();
  for (const step of finish.filter(isComputed)) {
    const found = firstLeaves(inputsOf(step), leaves);
    leaves.set(step.secret, found);
    const names = [...found].filter((name) => shown.has(name)).sort(byName);
    lacking.set(step.secret, found.size > names.length ? [...names, null] : names);
  }
  return lacking;
}

function firstLeaves(inputs: readonly string[], leaves: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const input of inputs) {
    for (const leaf of leaves.get(input) ?? []) {
      if (found.size === MOST_LACKS) return found;
      found.add(leaf);
    }
  }
  return found;
}
