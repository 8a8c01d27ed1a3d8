/**
 * Which secrets share an entry of a store: within one operation an entry has one value, so that it is made once, written once,
 * and read by all the others, as the next operation reads it (semantics 9.2).
 */

import { addressKey } from '#schemas/addresses/address.js';
import type { LinkedPlan, Reading, ReadStep } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import { entryIdentities } from '../entry-identities.js';
import { writtenReading } from '../../link/written-reading.js';
import type { StoredValues } from './making.js';
import type { Wish } from './supply-missing.js';

export interface Sharing {
  /** The first by name of the wishes for one entry. */
  readonly makers: readonly Wish[];
  readonly readers: readonly Reader[];
}

/** A secret that gets what is made for another one, from the entry in which that is kept. */
export interface Reader {
  readonly step: ReadStep;
  readonly reading: Reading;
  readonly maker: string;
}

/** Each secret that has no value, and each that has one from a later store of its chain, reads what is made for an entry that comes before. */
export async function shareEntries(
  linked: LinkedPlan,
  stores: Stores,
  given: StoredValues,
  wishes: readonly Wish[],
): Promise<Sharing> {
  const unanswered = unansweredIn(linked, stores, given);
  if (wishes.length === 0 || unanswered.length < 2) return { makers: wishes, readers: [] };
  const identityOf = entryIdentities(stores);
  const makers = new Map<string, Wish>();
  const firstMade = async (readings: readonly Reading[]) => {
    for (const reading of readings) {
      const maker = makers.get(await identityOf(reading))?.step.secret;
      if (maker !== undefined) return { reading, maker };
    }
    return null;
  };
  for (const wish of wishes) {
    const written = writtenReading(linked, wish.step);
    if (written === undefined || (await firstMade(wish.step.from)) !== null) continue;
    makers.set(await identityOf(written), wish);
  }
  const readers: Reader[] = [];
  for (const { step, readings } of unanswered) {
    const made = await firstMade(readings);
    if (made !== null && made.maker !== step.secret) readers.push({ step, ...made });
  }
  return { makers: [...makers.values()], readers };
}

interface Unanswered {
  readonly step: ReadStep;
  /** The entries that have no value for it. */
  readonly readings: readonly Reading[];
}

function unansweredIn({ reads }: LinkedPlan, stores: Stores, { values, missing }: StoredValues): readonly Unanswered[] {
  const found = reads.flatMap((step): Unanswered[] => {
    const known = step.from.length > 1 ? values.get(step.secret) : undefined;
    if (known?.kind !== 'found' || known.origin.kind !== 'store') return [];
    const { store, at } = known.origin;
    const position = step.from.findIndex((reading) => {
      return stores.shown(reading.store) === store && addressKey(reading.at) === addressKey(at);
    });
    return position > 0 ? [{ step, readings: step.from.slice(0, position) }] : [];
  });
  return [...missing.map((step) => ({ step, readings: step.from })), ...found];
}
