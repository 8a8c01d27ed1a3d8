/** What a person can store so that nothing required is missing: what an interactive `check` offers (semantics 6.3). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import { entryIdentities } from '../entry-identities.js';
import { inputsOf, isComputed } from '../inputs-of.js';
import type { Resolution } from '../resolution.js';
import { writtenReading } from '../../link/written-reading.js';
import { supplyOf } from './explain-missing.js';

/** `refused`: a part of a document is missing, which no answer supplies, so that nothing is asked in vain. */
export type Offer =
  | { readonly kind: 'offered'; readonly secrets: readonly Offered[] }
  | { readonly kind: 'refused'; readonly why: readonly Diagnostic[] };

export interface Offered {
  readonly secret: string;
  readonly description: string;
}

/**
 * The missing secrets by name, with composed and derived ones replaced by what they lack; of those that share an entry, the
 * first. Left out without a word is what the scope hides, and what this tool cannot store.
 */
export async function storableSecrets(linked: LinkedPlan, resolution: Resolution, stores: Stores): Promise<Offer> {
  const needed = neededBy(linked, resolution);
  const steps = linked.reads.filter(({ secret, nameable }) => nameable && needed.has(secret));
  const identityOf = entryIdentities(stores);
  const offered = new Set<string>();
  const readsWhatIsOffered = async ({ from }: ReadStep) => {
    for (const reading of from) if (offered.has(await identityOf(reading))) return true;
    return false;
  };
  const secrets: Offered[] = [];
  for (const step of steps) {
    const written = writtenReading(linked, step);
    if (written === undefined || supplyOf(linked, step).kind !== 'set' || (await readsWhatIsOffered(step))) continue;
    offered.add(await identityOf(written));
    secrets.push({ secret: step.secret, description: step.description });
  }
  const why: Diagnostic[] = [];
  for (const step of steps) {
    if (step.extract !== undefined && !(await readsWhatIsOffered(step))) why.push(readOnly(linked, step));
  }
  return why.length > 0 ? { kind: 'refused', why } : { kind: 'offered', secrets };
}

function readOnly({ profile }: LinkedPlan, { secret }: ReadStep): Diagnostic {
  return storesIo.E1116({ secret }, { about: { profile, secret } });
}

/** The missing required secrets, and the missing ones that they are made of. */
function neededBy({ finish }: LinkedPlan, { secrets, missing }: Resolution): ReadonlySet<string> {
  const without = new Set(missing);
  const needed = new Set(secrets.filter(({ status }) => status === 'missing_required').map(({ secret }) => secret));
  // What a secret is made of comes before it.
  for (const step of [...finish].reverse()) {
    if (!isComputed(step) || !needed.has(step.secret)) continue;
    for (const input of inputsOf(step)) if (without.has(input)) needed.add(input);
  }
  return needed;
}
