/** Values that a written one does not replace: those of stores before it in the chain, which are only read. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { descriptorOf } from '#schemas/providers/index.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import { aboutOf } from '../about.js';
import type { Destination } from './keep.js';

/** Asks only stores that cost nothing, as the environment: the value may not be worth a request or an unlock. */
export async function valuesBefore(
  linked: LinkedPlan,
  stores: Stores,
  { step, reading }: Destination,
): Promise<readonly Diagnostic[]> {
  const warnings: Diagnostic[] = [];
  for (const { store, at } of step.from.slice(0, Math.max(0, step.from.indexOf(reading)))) {
    const linkedStore = linked.stores[store];
    if (linkedStore?.kind !== 'store' || descriptorOf(linkedStore.scheme)?.cost.unit !== 'none') continue;
    const [answer] = await stores.read(store, [at], 'reading');
    if (answer?.kind !== 'found') continue;
    const names = {
      secret: step.secret,
      store: stores.called(store),
      stored: stores.called(reading.store),
      written: stores.written(reading.store),
    };
    warnings.push(storesIo.W1108(names, aboutOf(linked, step)));
  }
  return warnings;
}
