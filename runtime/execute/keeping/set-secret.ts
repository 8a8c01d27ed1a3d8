/** One value for one secret: refusals first, then the destination, then the store (semantics 6.6). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { KeepPorts } from '../ports.js';
import { destinationOf, storeValues, targetOf } from './keep.js';

export type PreparedSet = ReadyToSet | { readonly kind: 'refused'; readonly why: Diagnostic };
export interface ReadyToSet {
  readonly kind: 'ready';
  readonly profile: string;
  /** The store in words, where in it the value will be stored, and what kind of store it is. */
  readonly shown: string;
  readonly target: string;
  readonly kindOfStore: string;
  /** Writes a logical value; `error`: why it could not be written. */
  store(value: SecretValue): Promise<{ readonly error: Diagnostic | null; readonly warnings: readonly Diagnostic[] }>;
}

/** `linked` wants this secret. Asks the store whether it can be written before a person is asked for a value. */
export async function prepareSet(linked: LinkedPlan, ports: KeepPorts, secret: string): Promise<PreparedSet> {
  const step = linked.reads.find((read) => read.secret === secret);
  const refusal = readOnly(linked, secret, step);
  if (refusal !== null || step === undefined) return { kind: 'refused', why: refusal ?? storesIo.E1115({ secret }) };
  const destination = await destinationOf(linked, ports.stores, step);
  if (destination.kind === 'failed') return { kind: 'refused', why: destination.diagnostic };
  return {
    kind: 'ready',
    profile: linked.profile,
    shown: destination.opened.store.shown,
    target: await targetOf(destination),
    kindOfStore: destination.opened.scheme,
    store: async (value) => {
      const { results, warnings } = await storeValues(linked, ports, [{ destination, value }]);
      const [stored] = results;
      return { error: stored?.kind === 'failed' ? stored.diagnostic : null, warnings };
    },
  };
}

function readOnly(linked: LinkedPlan, secret: string, step: ReadStep | undefined): Diagnostic | null {
  const about = { about: { profile: linked.profile, secret } };
  if (step?.extract !== undefined) return storesIo.E1116({ secret }, about);
  const made = linked.finish.find((finish) => finish.secret === secret);
  if (made?.kind === 'compose') return storesIo.E1115({ secret }, about);
  if (made?.kind === 'derive') return storesIo.E1117({ secret, from: made.from }, about);
  return null;
}
