/** The name of an entry in stores without folders, and its wording in messages. */
import type { At } from '#schemas/stores/address.js';
import { cleaned } from './store-failure.js';

/** The name under which a store without folders keeps the entry: the secret's own, or `item`. */
export function flatName(at: At): string {
  return at.kind === 'convention' ? at.key : at.item;
}

/** In a store without folders: `not`, or `no DB_PASS` if the entry has another name than its secret. */
export function missedName(at: At): string {
  return at.kind === 'convention' ? 'not' : `no ${cleaned(at.item)}`;
}

/** What to do about a name that a store cannot have. */
export function renameAdvice(at: At): string {
  return at.kind === 'convention' ? 'rename the secret in the manifest' : 'rename the `item` of the ref';
}
