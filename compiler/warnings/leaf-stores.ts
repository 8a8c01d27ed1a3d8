/** The stores that hold the values themselves, behind a name or a URI of a chain. */
import type { Named } from '#schemas/named.js';
import type { Coordinates, CredentialSource, Store, StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { parseStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import type { BoundProject } from '../tree/effective.js';

export interface Leaf {
  readonly uri: StoreUri;
  readonly alias: string | null;
  readonly template: Coordinates | null;
  readonly credentials: Named<CredentialSource>;
}

/** The stores that are read, in their order; none where only the user's machine knows the name, or the address is malformed. */
export function sourcesBehind(ref: StoreRef, project: BoundProject): readonly Leaf[] {
  const store = storeOf(ref, project);
  return (store?.kind === 'fallback' ? store.route : [ref]).flatMap((source) => leafOf(source, project));
}

/** The store that keeps copies of what the sources gave. */
export function cachesBehind(ref: StoreRef, project: BoundProject): readonly Leaf[] {
  const store = storeOf(ref, project);
  return store === null || store.kind === 'leaf' ? [] : leafOf(store.cache.store, project);
}

function storeOf(ref: StoreRef, project: BoundProject): Store | null {
  return ref.kind === 'uri' ? null : (project.stores.get(ref.name)?.store ?? null);
}

function leafOf(ref: StoreRef, project: BoundProject): readonly Leaf[] {
  if (ref.kind === 'uri') return parsed(ref.uri, bare);
  const store = storeOf(ref, project);
  // A user alias with the name of a provider would win; whoever has one knows.
  if (store === null) return descriptorOf(ref.name) === null ? [] : parsed(ref.name, bare);
  if (store.kind === 'fallback') return [];
  const template = store.kind === 'leaf' ? (store.template ?? null) : null;
  return parsed(store.uri, { alias: ref.name, template, credentials: store.credentials });
}

const bare: Omit<Leaf, 'uri'> = { alias: null, template: null, credentials: {} };

function parsed(spec: string, about: Omit<Leaf, 'uri'>): readonly Leaf[] {
  const uri = parseStoreUri(spec);
  return uri.kind === 'uri' ? [{ uri, ...about }] : [];
}
