/** What a person can store so that nothing required is missing: what an interactive `check` offers (semantics 6.3). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import type { Resolution } from '../resolution.js';
import { inputsOf, isMade, supplyOf } from './explain-missing.js';

/** `refused`: some of the missing secrets are part of a document, so that nothing is offered. */
export type Offer =
  | { readonly kind: 'offered'; readonly secrets: readonly Offered[] }
  | { readonly kind: 'refused'; readonly why: readonly Diagnostic[] };

export interface Offered {
  readonly secret: string;
  readonly description: string;
}

/**
 * The missing secrets by name, with composed and derived ones replaced by what they lack. Left out is what the scope hides, and
 * what this tool cannot store.
 */
export function storableSecrets(linked: LinkedPlan, resolution: Resolution): Offer {
  const needed = neededBy(linked, resolution);
  const steps = linked.reads.filter(({ secret, nameable }) => nameable && needed.has(secret));
  const extracted = steps.filter(({ extract }) => extract !== undefined);
  if (extracted.length > 0) return { kind: 'refused', why: extracted.map((step) => readOnly(linked, step)) };
  const storable = steps.filter((step) => supplyOf(linked, step).kind === 'set');
  return { kind: 'offered', secrets: storable.map(({ secret, description }) => ({ secret, description })) };
}

/** The missing required secrets, and the missing ones that they are made of. */
function neededBy({ finish }: LinkedPlan, { secrets, missing }: Resolution): ReadonlySet<string> {
  const without = new Set(missing);
  const needed = new Set(secrets.filter(({ status }) => status === 'missing_required').map(({ secret }) => secret));
  // What a secret is made of comes before it.
  for (const step of [...finish].reverse()) {
    if (!isMade(step) || !needed.has(step.secret)) continue;
    for (const input of inputsOf(step)) if (without.has(input)) needed.add(input);
  }
  return needed;
}

function readOnly({ profile }: LinkedPlan, { secret }: ReadStep): Diagnostic {
  return storesIo.E1116({ secret }, { about: { profile, secret } });
}
