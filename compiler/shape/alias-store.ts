/** A provider alias as the store it names, for manifests and user configurations (spec 2.14). */

import { type Named, named } from '#schemas/named.js';
import type { Cache, CredentialSource, PlannedStore, StoreRef } from '#schemas/plan.js';
import { parseDuration } from '../text/duration.js';
import type { AliasShape, AliasTable } from './coordinates-shape.js';

/** `shape` has a sound form (`alias-forms.ts`). A bare URI is shorthand for a table with `uri`. */
export function aliasStore(shape: AliasShape, refOf: (spec: string) => StoreRef): PlannedStore {
  if (typeof shape === 'string') return { kind: 'leaf', uri: shape.trim(), credentials: named([]) };
  const credentials = credentialSources(shape, refOf);
  const cache = cacheOf(shape, refOf);
  if (cache !== null && shape.fallback !== undefined)
    return { kind: 'fallback', route: shape.fallback.map(refOf), cache };
  const uri = (shape.uri ?? '').trim();
  if (cache !== null) return { kind: 'inline cache', uri, credentials, cache };
  return shape.ref === undefined
    ? { kind: 'leaf', uri, credentials }
    : { kind: 'leaf', uri, credentials, template: shape.ref };
}

function credentialSources(
  { credentials = {} }: AliasTable,
  refOf: (spec: string) => StoreRef,
): Named<CredentialSource> {
  return named(
    Object.entries(credentials).map(([name, source]): [string, CredentialSource] => {
      if (typeof source === 'string') return [name, { store: refOf(source) }];
      const store = refOf(source.provider);
      return [name, source.ref === undefined ? { store } : { store, ref: source.ref }];
    }),
  );
}

function cacheOf({ cache }: AliasTable, refOf: (spec: string) => StoreRef): Cache | null {
  const maxAgeSeconds = cache === undefined ? null : parseDuration(cache.max_age);
  return cache === undefined || maxAgeSeconds === null ? null : { store: refOf(cache.provider), maxAgeSeconds };
}
