/** Every list of stores in a manifest, and every store outside one, with where each is written. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import type { Chain, StoreRef } from '#schemas/plan.js';
import { storesNamedBy } from '#schemas/stores/stores-behind.js';
import { type BoundProject, fieldPlace, type Profile, type Secret } from '../tree/effective.js';

/** A list as written; empty only if a fallback is, which the shape has reported. */
export interface WrittenChain {
  readonly route: readonly StoreRef[];
  /** The list; an entry is a step below. */
  readonly at: Place;
  /** The profiles that use it. */
  readonly profiles: readonly string[];
}
export interface WrittenStore {
  readonly ref: StoreRef;
  readonly at: Place;
}

/** Chains of profiles, of secrets, and of cached fallbacks. Profiles that share a list give it once. */
export function* chainsOf(project: BoundProject): Generator<WrittenChain> {
  for (const { chain, profiles } of sharedChains(project)) {
    const route = project.chains.get(profiles[0] ?? '') ?? null;
    if (route !== null) yield { route, at: chain.at, profiles };
  }
  for (const secret of project.secrets) {
    const route = ownChain(secret, project);
    if (route !== null) yield { route, at: fieldPlace(secret, 'providers', 'value'), profiles: secret.profiles };
  }
  const all = project.profiles.map(({ name }) => name);
  for (const { store, at } of project.stores.values()) {
    if (store.kind === 'fallback') yield { route: store.route, at: below(at, ['fallback']), profiles: all };
  }
}

type OwnChain = NonNullable<Profile['chain']>;

function sharedChains({ profiles }: BoundProject): Iterable<{ readonly chain: OwnChain; readonly profiles: string[] }> {
  const shared = new Map<OwnChain, { chain: OwnChain; profiles: string[] }>();
  for (const { name, chain } of profiles) {
    if (chain === null) continue;
    const known = shared.get(chain) ?? { chain, profiles: [] };
    known.profiles.push(name);
    shared.set(chain, known);
  }
  return shared.values();
}

/** The chain that a secret names itself; null if it uses that of its profile. */
export function ownChain(secret: Secret, project: BoundProject): Chain | null {
  const bound = project.bound.get(secret);
  return bound === undefined || bound.route === 'profile' ? null : bound.route;
}

/** Entries of all chains, then what aliases name beside them: their address, their cache, where credentials come from. */
export function* storesOf(project: BoundProject): Generator<WrittenStore> {
  for (const { route, at } of chainsOf(project)) {
    for (const [index, ref] of route.entries()) yield { ref, at: below(at, [index]) };
  }
  for (const { store, at } of project.stores.values()) {
    // The list of fallbacks is one of the chains.
    const beside = storesNamedBy(store).filter(({ path }) => path[0] !== 'fallback');
    for (const { ref, path } of beside) yield { ref, at: below(at, path) };
  }
}

/** A value on the way below a key or a list. */
export function below(at: Place, path: Place['path']): Place {
  return { ...at, path: [...at.path, ...path], part: 'value' };
}
