/** For which names of project and profile a store of the manifest is used: paths are filled with them. */
import type { Store, StoreRef } from '#schemas/plan.js';
import { hasPathPlaceholders, type PathNames, pathPartProblem } from '#schemas/stores/path-placeholders.js';
import { parseStoreUri } from '#schemas/stores/store-uri.js';
import type { BoundProject } from '../tree/effective.js';

/** The names to judge an address by that these profiles use: one profile's, and those that are no part of a path. */
export type NamesOfUsers = (profiles: readonly string[]) => readonly PathNames[];

export function namesOfUsers(project: BoundProject): NamesOfUsers {
  const odd = new Set(project.profiles.map(({ name }) => name).filter((name) => pathPartProblem(name) !== null));
  return (profiles) => {
    const judged = new Set([
      ...profiles.slice(0, 1),
      ...(odd.size === 0 ? [] : profiles.filter((name) => odd.has(name))),
    ]);
    return [...judged].map((profile) => ({ project: project.name, profile }));
  };
}

/** By alias: the profiles that ask it, also through another one; all of them where none does. */
export function usersOfAliases(project: BoundProject): (alias: string) => readonly PathNames[] {
  const known = project.profiles.map(({ name }) => name);
  const all = known.length === 0 ? ['default'] : known;
  const namesOf = (profiles: Iterable<string>) => [...profiles].map((profile) => ({ project: project.name, profile }));
  const refs = [...project.stores.values()].flatMap(({ store }) => refsOf(store));
  // Nothing differs from profile to profile: any one will do.
  if (!refs.some(isFilled)) return () => namesOf(all.slice(0, 1));
  const users = profilesByAlias(project);
  return (alias) => namesOf(users.get(alias) ?? all);
}

function profilesByAlias(project: BoundProject): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  const count = project.profiles.length;
  const add = (route: readonly StoreRef[], profiles: readonly string[]) => {
    for (const ref of route) {
      const alias = ref.kind === 'uri' ? undefined : project.stores.get(ref.name);
      if (ref.kind === 'uri' || alias === undefined) continue;
      const known = users.get(ref.name) ?? new Set();
      const before = known.size;
      users.set(ref.name, known);
      // Most secrets are those of all profiles: once they are known, there is nothing to add.
      if (before < count) for (const profile of profiles) known.add(profile);
      if (known.size > before) add(refsOf(alias.store), profiles);
    }
  };
  for (const [profile, route] of project.routes) add(route ?? [], [profile]);
  for (const [{ profiles }, { route }] of project.bound) if (route !== 'profile') add(route, profiles);
  return users;
}

/** The stores that an alias names, its own address among them. */
function refsOf(store: Store): readonly StoreRef[] {
  const own: readonly StoreRef[] =
    store.kind === 'fallback'
      ? store.route
      : [{ kind: 'uri', uri: store.uri }, ...Object.values(store.credentials).map((source) => source.store)];
  return store.kind === 'leaf' ? own : [...own, store.cache.store];
}

function isFilled(ref: StoreRef): boolean {
  const uri = ref.kind === 'uri' ? parseStoreUri(ref.uri) : null;
  return uri?.kind === 'uri' && hasPathPlaceholders(uri);
}
