/** One value for one secret: refusals first, then the destination, then the store (semantics 6.6). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import { mayPrompt } from '../may-prompt.js';
import type { ExecutePorts, KeepPorts } from '../ports.js';
import { destinationOf, storeValues, targetOf } from './keep.js';
import { keptSteps } from './made-of-others.js';
import { valuesBefore } from './passed-over.js';

export type PreparedSet = ReadyToSet | { readonly kind: 'refused'; readonly why: Diagnostic };
export interface ReadyToSet {
  readonly kind: 'ready';
  readonly profile: string;
  /** What reports and records call the store. */
  readonly provider: string;
  /** The store in words, where in it the value will be stored, and what kind of store it is. */
  readonly shown: string;
  readonly target: string;
  readonly kindOfStore: string;
  /** Writes a logical value; `error`: why it could not be written. */
  store(value: SecretValue): Promise<{ readonly error: Diagnostic | null; readonly warnings: readonly Diagnostic[] }>;
}

type SetPorts = KeepPorts & Pick<ExecutePorts, 'progress'>;

/** `linked` wants this secret. Asks the store whether it can be written before a person is asked for a value. */
export async function prepareSet(linked: LinkedPlan, ports: SetPorts, secret: string): Promise<PreparedSet> {
  const step = keptSteps(linked)(secret);
  if ('code' in step) return { kind: 'refused', why: step };
  const destination = await destinationOf(linked, ports.stores, step);
  if (destination.kind === 'failed') return { kind: 'refused', why: destination.diagnostic };
  return {
    kind: 'ready',
    profile: linked.profile,
    provider: destination.opened.shown,
    shown: ports.stores.seen(destination.opened.shown),
    target: await targetOf(destination),
    kindOfStore: destination.opened.scheme,
    store: async (value) => {
      const { store } = destination.reading;
      if (!mayPrompt(linked, store))
        ports.progress?.({ done: 0, of: 1, what: `writing ${ports.stores.called(store)}` });
      const { results, warnings } = await storeValues(linked, ports, [{ destination, value }], 'asked');
      ports.progress?.(null);
      const [stored] = results;
      if (stored?.kind === 'failed') return { error: stored.diagnostic, warnings };
      return { error: null, warnings: [...warnings, ...(await valuesBefore(linked, ports.stores, destination))] };
    },
  };
}
