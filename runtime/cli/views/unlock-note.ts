/** Which stores may have to be unlocked, and how often. */
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { joinedNames } from './joined-names.js';

export interface LockedStore {
  readonly scheme: string;
  readonly uri: string;
  /** Without credentials, if `uri` has some. */
  readonly shown?: string;
}

/** More are counted. */
const MOST_NAMES = 3;

/** A sentence, which may hold anything that a manifest does. */
export function unlockNote(stores: readonly LockedStore[]): string {
  const names = [...new Set(stores.map(({ uri, shown }) => shown ?? uri))];
  const rest = names.length - MOST_NAMES;
  const listed = rest > 0 ? [...names.slice(0, MOST_NAMES), `${rest} more`] : names;
  const unlocks = new Set(stores.map(lockOf)).size;
  return `Reading ${joinedNames(listed)} may require ${unlocks === 1 ? 'an unlock' : `up to ${unlocks} unlocks`}.`;
}

/** What is unlocked once: stores of one kind with the same account and options differ only in the entries that they name. */
function lockOf({ scheme, uri }: LockedStore): string {
  const parsed = parseStoreUri(uri);
  if (parsed.kind === 'malformed') return uri;
  return JSON.stringify([scheme, parsed.userinfo?.user ?? '', [...parsed.query]]);
}
