/** The wording for a store's entries: the store's own if it has one, else that of all stores. */
import type { At } from '#schemas/addresses/address.js';
import { flatName } from '#schemas/addresses/entry.js';
import { type Failed, StoreFailureError } from '../providers/store-failure.js';
import { cleaned } from '../values/cleaned.js';
import type { ToldStore } from './stores.js';

/** As `refusalOf`; a store that has to be started to tell may fail. */
export async function judgedChange(
  usable: ToldStore,
  at: At,
  action: 'write' | 'remove',
): Promise<{ readonly kind: 'judged'; readonly why: string | null } | Failed> {
  try {
    return { kind: 'judged', why: await refusalOf(usable, at, action) };
  } catch (error) {
    if (error instanceof StoreFailureError) return { kind: 'failed', failure: error.failure };
    throw error;
  }
}

/** Why the entry cannot be written or removed; null if no reason is known. Contacts no server. Throws where the store fails to tell. */
export async function refusalOf(usable: ToldStore, at: At, action: 'write' | 'remove'): Promise<string | null> {
  const { store, scheme, abilities } = usable;
  const never = action === 'remove' ? neverRemoves(usable) : null;
  if (never !== null) return never;
  const own = await store.refusal?.(at, action);
  if (own !== undefined && own !== null) return own;
  // An address that an author chose may be one field of an entry, and the others would be removed with it.
  const isChosen = abilities.write === 'convention' && at.kind === 'native';
  if (action === 'remove') return isChosen ? `${scheme} does not remove the entry of a \`ref\`` : null;
  if (abilities.write === 'no' || !store.write) return `${scheme} is read-only`;
  return isChosen ? `${scheme} is read-only for a \`ref\`` : null;
}

/** Why no entry of this store can be removed; null if some can. */
export function neverRemoves({ store, scheme, abilities }: ToldStore): string | null {
  if (abilities.write === 'no' || !store.write) return `${scheme} is read-only`;
  return abilities.remove && store.remove ? null : `${scheme} does not remove entries`;
}

/** Why a requested entry is absent: `not in .env`. */
export async function absenceOf({ store, scheme }: ToldStore, at: At): Promise<string> {
  return (await store.absence?.(at)) ?? `${scheme}: no entry ${cleaned(flatName(at))}`;
}

/** Where a write would go: `item=KEY`. */
export async function targetOf({ store }: ToldStore, at: At): Promise<string> {
  return (await store.target?.(at)) ?? `item=${flatName(at)}`;
}

/** Whether values that are made stay in the store. */
export async function keepsOf({ store, abilities }: ToldStore): Promise<ToldStore['abilities']['keeps']> {
  return (await store.keeps?.()) ?? abilities.keeps;
}
