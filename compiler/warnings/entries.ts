/** The entries of stores that a secret is read from, as far as the manifest tells, as texts that are equal for equal entries. */
import { acceptsWrites } from '#schemas/stores/where-written.js';
import type { StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { addressOf } from '#schemas/addresses/address.js';
import { entryIn, entryText } from '#schemas/stores/entry-behind.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { identityText } from '#schemas/stores/identity.js';
import { hasPathPlaceholders, type PathNames } from '#schemas/stores/path-placeholders.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { BoundProject, Secret } from '../tree/effective.js';
import { ownChain } from './chains.js';
import { type ParsedLeaf, leavesBehind } from './leaf-stores.js';

export interface ReadEntry {
  /** Equal texts mean the same entry. Never shown. */
  readonly key: string;
  /** Without password. */
  readonly store: string;
  readonly writes: Writes;
}

/** What becomes of a value that is written there: it is kept, it is lost (`null`), or the store is passed over. */
export type Writes = 'kept' | 'lost' | 'none';

/** Entries in the order of the chain. A generated or prompted value is written to the first whose store is not passed over. */
export type EntriesOf = (secret: Secret, profile: string) => readonly ReadEntry[];

/** Remembers stores, and the addresses that no profile changes: a project needs the same ones again and again. */
export function entryBook(project: BoundProject): EntriesOf {
  const stores = new Map<string, readonly ReadStore[]>();
  const storesBehind = (ref: StoreRef) => {
    const name = ref.kind === 'uri' ? ref.uri : ref.name;
    return remembered(stores, name, () => readStores(ref, project));
  };
  const written = new Map<Secret, Map<ReadStore, ReadEntry | null>>();
  return (secret, profile) => {
    if (secret.source.kind !== 'stored') return [];
    const route = ownChain(secret, project) ?? project.chains.get(profile) ?? [];
    const asked = route.length === 0 ? [DEFAULT_STORE] : route.flatMap(storesBehind);
    const found = (store: ReadStore) => readEntry(store, secret, project, profile);
    const entries = secret.fields.ref === undefined ? null : remembered(written, secret, () => new Map());
    return asked.flatMap((store) => {
      const isSame = entries !== null && typeof store.identity === 'string';
      return (isSame ? remembered(entries, store, () => found(store)) : found(store)) ?? [];
    });
  };
}

function remembered<Key, Value extends object | null>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = find();
  known.set(key, value);
  return value;
}

/** `uri` is null for a store that is configured only on the user's machine. */
interface ReadStore extends Pick<ParsedLeaf, 'alias' | 'template'> {
  readonly uri: StoreUri | null;
  /** A function of the names if it differs from profile to profile. */
  readonly identity: string | ((names: PathNames) => string);
  readonly shown: string;
  readonly writes: Writes;
}

const DEFAULT_STORE: ReadStore = storeByName('', 'the default store');

function readStores(ref: StoreRef, project: BoundProject): readonly ReadStore[] {
  const leaves = leavesBehind(ref, project);
  if (leaves.length === 0) return ref.kind === 'uri' ? [] : [storeByName(ref.name, ref.name)];
  return leaves.map(({ uri, alias, template }) => ({
    uri,
    alias,
    template,
    identity: identityOf(uri, project),
    shown: withoutCredentials(uri.written),
    writes: writesOf(uri),
  }));
}

function writesOf(uri: StoreUri): Writes {
  if (!acceptsWrites(uri)) return 'none';
  return descriptorOf(uri.scheme)?.abilities(uri).write === 'no' ? 'lost' : 'kept';
}

function identityOf(uri: StoreUri, project: BoundProject): ReadStore['identity'] {
  if (hasPathPlaceholders(uri)) return (names) => identityText(uri, names);
  return identityText(uri, { project: project.name, profile: '' });
}

function storeByName(name: string, shown: string): ReadStore {
  return { uri: null, alias: name, template: null, identity: name, shown, writes: 'kept' };
}

/** Null if the entry that the store uses for a name depends on the user's machine. */
function readEntry(store: ReadStore, secret: Secret, project: BoundProject, profile: string): ReadEntry | null {
  const { uri, alias, template, identity, shown, writes } = store;
  const naming = project.bound.get(secret)?.naming ?? { kind: 'convention' };
  const names = { project: project.name, profile, key: secret.name };
  const at = addressOf(naming, { alias, template }, names);
  if (uri === null && at.kind === 'convention') return null;
  const place = typeof identity === 'string' ? identity : identity(names);
  return { key: `${place}\n${entryText({ at, entry: entryIn(uri, at, names) })}`, store: shown, writes };
}
