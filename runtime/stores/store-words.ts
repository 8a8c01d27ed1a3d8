/** The wording for a store's entries: the store's own if it has one, else that of all stores. */
import type { At } from '#schemas/stores/address.js';
import { flatName } from '../providers/entry-name.js';
import { cleaned } from '../providers/store-failure.js';
import type { UsableStore } from './usable-store.js';

/** Why the entry cannot be written or removed; null if no reason is known. Contacts no server. */
export async function refusalOf(
  { store, scheme, abilities }: UsableStore,
  at: At,
  action: 'write' | 'remove',
): Promise<string | null> {
  const own = await store.refusal?.(at, action);
  if (own !== undefined && own !== null) return own;
  if (abilities.write === 'no' || !store.write) return `${scheme} is read-only`;
  if (action === 'remove') return abilities.remove && store.remove ? null : `${scheme} does not remove entries`;
  return abilities.write === 'convention' && at.kind === 'native' ? `${scheme} is read-only for a \`ref\`` : null;
}

/** Why a requested entry is absent: `not in .env`. */
export async function absenceOf({ store, scheme }: UsableStore, at: At): Promise<string> {
  return (await store.absence?.(at)) ?? `${scheme}: no entry ${cleaned(flatName(at))}`;
}

/** Where a write would go: `item=KEY`. */
export async function targetOf({ store }: UsableStore, at: At): Promise<string> {
  return (await store.target?.(at)) ?? `item=${flatName(at)}`;
}
