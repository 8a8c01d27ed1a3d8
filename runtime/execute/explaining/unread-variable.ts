/** Variables with the name of a missing secret, which its chain does not read: the shell of a caller never replaces a store unasked. */
import type { UnreadVariable } from '#schemas/diagnostics/missing-secret.js';
import type { LinkedPlan, LinkedStore, ReadStep } from '../../link/linked-plan.js';
import type { Surroundings } from './surroundings.js';

/** Null if no such variable is set, the chain reads variables (of another name, then), or the secret is a part of a document. */
export function unreadVariable(
  { stores }: LinkedPlan,
  { secret, from, cache, extract }: ReadStep,
  { stores: called, environment, isOverridden = false }: Surroundings,
): UnreadVariable | null {
  if (!environment.has(secret) || extract !== undefined) return null;
  const chain = from.flatMap(({ store }) => stores[store] ?? []);
  if (chain.some((store) => store.kind === 'store' && store.scheme === 'env')) return null;
  if (from.some(({ at }) => at.kind === 'native')) return { kind: 'chain by coordinates' };
  // A cached alias is alone in its chain, and an override is the whole chain.
  if (cache !== null || isOverridden) return { kind: 'replaceable chain' };
  return { kind: 'chain', stores: from.map(({ store }) => nameIn(stores[store]) ?? called.written(store)) };
}

/** As chains may name it, which is shorter than an address. */
function nameIn(store: LinkedStore | undefined): string | null {
  return store?.kind === 'store' ? (store.aliases[0] ?? null) : null;
}
