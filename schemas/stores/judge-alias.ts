/** Everything that can be wrong with one alias, a project's or a user's. */
import type { LeafStore, PlannedStore, StoreRef } from '../plan.js';
import type { StoreFault } from './judge.js';
import { cacheFaults } from './judge-cache.js';
import { coordinateFaults } from './judge-coordinates.js';
import { credentialFaults } from './judge-credentials.js';
import { judgeSpecFor, writtenFaults } from './judge-spec.js';
import type { PathNames } from './path-placeholders.js';
import type { StoreTable } from './store-table.js';
import type { CachedStore } from './stores-behind.js';

/** A fault and the key path of what is wrong, below the alias; an alias that is a bare string has only `uri`. */
export interface PlacedFault {
  readonly fault: StoreFault;
  readonly path: readonly (string | number)[];
}

/**
 * Judges the alias by itself, against the others, and for the project in the profiles that use it; whether this machine
 * has the providers is checked by `link`.
 */
export function aliasFaults(
  name: string,
  store: PlannedStore,
  stores: StoreTable,
  users: readonly PathNames[],
): readonly PlacedFault[] {
  switch (store.kind) {
    case 'leaf':
      return leafFaults(store, stores, users);
    case 'inline cache':
      return [...leafFaults({ ...store, kind: 'leaf' }, stores, users), ...cachedFaults(name, store, stores, users)];
    case 'fallback':
      return [
        ...store.route.flatMap((ref, index) => refFaults(ref, users, ['fallback', index])),
        ...cachedFaults(name, store, stores, users),
      ];
  }
}

function leafFaults(store: LeafStore, stores: StoreTable, users: readonly PathNames[]): readonly PlacedFault[] {
  const { uri, faults } = judgeSpecFor(store.uri, users);
  if (uri === null || faults.length > 0) return faults.map((fault) => ({ fault, path: ['uri'] }));
  const template = store.template === undefined ? [] : coordinateFaults(uri, store.template, { isTemplate: true });
  return [
    ...template.map((fault) => ({ fault, path: 'coordinate' in fault ? ['ref', fault.coordinate] : ['ref'] })),
    ...credentialFaults(uri, store.credentials, stores, users).map(({ credential, fault }) => {
      return { fault, path: ['credentials', credential] };
    }),
  ];
}

function cachedFaults(
  name: string,
  store: CachedStore,
  stores: StoreTable,
  users: readonly PathNames[],
): readonly PlacedFault[] {
  const path = ['cache', 'provider'];
  const spec = refFaults(store.cache.store, users, path);
  return spec.length > 0
    ? spec
    : cacheFaults(name, store, stores, users).map((fault) => {
        return { fault, path: (fault.kind === 'cached-nested' && fallbackPath(store, fault.name)) || path };
      });
}

function fallbackPath(store: CachedStore, alias: string): readonly (string | number)[] | null {
  if (store.kind !== 'fallback') return null;
  const index = store.route.findIndex((ref) => ref.kind !== 'uri' && ref.name === alias);
  return index === -1 ? null : ['fallback', index];
}

function refFaults(
  ref: StoreRef,
  users: readonly PathNames[],
  path: readonly (string | number)[],
): readonly PlacedFault[] {
  return writtenFaults(ref, users).map((fault) => ({ fault, path }));
}
