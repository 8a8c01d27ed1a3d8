/** Stores that may prompt on the terminal themselves, where no progress may be shown meanwhile. */
import type { LinkedPlan } from '../link/linked-plan.js';

export function mayPrompt({ stores }: Pick<LinkedPlan, 'stores'>, index: number): boolean {
  const store = stores[index];
  return store?.kind === 'store' && store.unlocks === true;
}
