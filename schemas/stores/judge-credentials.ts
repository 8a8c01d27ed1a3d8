/** The rules of `credentials` tables: known names, one hop, no caches (spec 2.14, semantics 11). */
import type { Named } from '../named.js';
import type { CredentialSource } from '../plan.js';
import { descriptorOf } from '../providers/index.js';
import { withoutCredentials } from './hidden-parts.js';
import type { StoreFault } from './judge.js';
import { coordinateFaults } from './judge-coordinates.js';
import { writtenFaults } from './judge-spec.js';
import type { PathNames } from './path-placeholders.js';
import type { StoreTable } from './store-table.js';
import { parseStoreUri, type StoreUri } from '../addresses/store-uri.js';
import { isCached } from './stores-behind.js';

/** A binding that is wrong, and which. */
export interface CredentialProblem {
  readonly credential: string;
  readonly fault: StoreFault;
}

/** What is wrong with the credentials bound for this store, by name. Aliases are named by `link` where they lead nowhere. */
export function credentialFaults(
  uri: StoreUri,
  credentials: Named<CredentialSource>,
  stores: StoreTable,
  users: readonly PathNames[],
): readonly CredentialProblem[] {
  return Object.entries(credentials).flatMap(([credential, source]) => {
    const fault = nameFault(uri, credential) ?? sourceFault(credential, source, stores, users);
    return fault === null ? [] : [{ credential, fault }];
  });
}

function nameFault(uri: StoreUri, credential: string): StoreFault | null {
  const descriptor = descriptorOf(uri.scheme);
  const known = descriptor?.credentials.map(({ name }) => name) ?? [];
  const isKnown = descriptor === null ? /^[a-z][a-z0-9_]*$/.test(credential) : known.includes(credential);
  return isKnown ? null : { kind: 'credential', shown: withoutCredentials(uri.written), credential, known };
}

function sourceFault(
  credential: string,
  source: CredentialSource,
  stores: StoreTable,
  users: readonly PathNames[],
): StoreFault | null {
  const [written] = writtenFaults(source.store, users);
  if (written !== undefined) return written;
  const found = stores.find(source.store);
  if (found.kind !== 'store') return null;
  const { alias, store } = found;
  if (isCached(store)) return { kind: 'credential-from-cached', credential, name: alias ?? '' };
  if (Object.keys(store.credentials).length > 0) return { kind: 'more-than-one-hop', credential, name: alias ?? '' };
  const uri = parseStoreUri(store.uri);
  if (uri.kind === 'malformed' || source.ref === undefined) return null;
  return coordinateFaults(uri, source.ref)[0] ?? null;
}
