/** Which references of a plan mean the same store: equal in identity, not in spelling. */
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { identityText } from '#schemas/stores/identity.js';
import { hasPathPlaceholders } from '#schemas/stores/path-placeholders.js';
import { leafBehind, sourcesBehind } from '#schemas/stores/stores-behind.js';
import { projectStores } from '#schemas/stores/store-table.js';

export interface StoreKeys {
  /** Equal texts are one store in this profile. Null is the user's default store. */
  keyOf(ref: StoreRef | null, profile: string): string;
  /** Those of all stores that a reference leads to. */
  keysBehind(ref: StoreRef, profile: string): readonly string[];
}

/** Each spelling is looked at once, and once for each profile only where its path names the profile. */
export function storeKeysIn(plan: Plan): StoreKeys {
  const known = new WeakMap<StoreRef, (profile: string) => string>();
  const bySpelling = new Map<string, (profile: string) => string>();
  const keyOf = (ref: StoreRef | null, profile: string): string => {
    if (ref === null) return 'default';
    const inProfile = known.get(ref) ?? keyBySpelling(ref);
    known.set(ref, inProfile);
    return inProfile(profile);
  };
  const keyBySpelling = (ref: StoreRef) => {
    const spelling = ref.kind === 'uri' ? `uri ${ref.uri}` : `${ref.kind} ${ref.name}`;
    const inProfile = bySpelling.get(spelling) ?? keyIn(plan, ref);
    bySpelling.set(spelling, inProfile);
    return inProfile;
  };
  const stores = projectStores(plan.stores);
  return { keyOf, keysBehind: (ref, profile) => sourcesBehind(ref, stores).map((source) => keyOf(source, profile)) };
}

function keyIn(plan: Plan, ref: StoreRef): (profile: string) => string {
  const spec = leafBehind(ref, projectStores(plan.stores))?.spec;
  const uri = spec === undefined ? null : parseStoreUri(spec);
  if (uri?.kind !== 'uri') return always(`text ${spec ?? (ref.kind === 'uri' ? ref.uri : ref.name)}`);
  const { name: project } = plan.project;
  if (!hasPathPlaceholders(uri)) return always(`store ${identityText(uri, { project, profile: '' })}`);
  const filled = new Map<string, string>();
  return (profile) => {
    const key = filled.get(profile) ?? `store ${identityText(uri, { project, profile })}`;
    filled.set(profile, key);
    return key;
  };
}

function always(key: string): () => string {
  return () => key;
}
