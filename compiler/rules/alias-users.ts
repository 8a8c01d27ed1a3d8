/** For which names of project and profile a store of the manifest is used: paths are filled with them. */
import type { StoreRef } from '#schemas/plan.js';
import { hasPathPlaceholders, type PathNames, pathPartProblem } from '#schemas/stores/path-placeholders.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { aliasesBehind, storesNamedBy } from '#schemas/stores/stores-behind.js';
import type { BoundProject } from '../tree/effective.js';

/** The names of these profiles with which an address is checked: one profile's, and those that cannot be part of a path. */
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

/** By alias: the profiles that use it, also through another one; all of them if none does. */
export function usersOfAliases(project: BoundProject): (alias: string) => readonly PathNames[] {
  const known = project.profiles.map(({ name }) => name);
  const all = known.length === 0 ? ['default'] : known;
  const namesOf = (profiles: Iterable<string>) => [...profiles].map((profile) => ({ project: project.name, profile }));
  const refs = [...project.stores.values()].flatMap(({ store }) => storesNamedBy(store).map(({ ref }) => ref));
  // Nothing differs from profile to profile: any one will do.
  if (!refs.some(isFilled)) return () => namesOf(all.slice(0, 1));
  const users = profilesByAlias(project);
  return (alias) => namesOf(users.get(alias) ?? all);
}

function profilesByAlias(project: BoundProject): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  const add = (alias: string, profiles: Iterable<string>) => {
    const known = users.get(alias) ?? new Set();
    users.set(alias, known);
    // Most secrets are those of all profiles: once they are known, there is nothing to add.
    if (known.size < project.profiles.length) for (const profile of profiles) known.add(profile);
  };
  for (const [alias, profiles] of namingProfiles(project)) {
    for (const reached of aliasesBehind([{ kind: 'alias', name: alias }], project.table)) add(reached, profiles);
  }
  return users;
}

/** By alias: the profiles with a chain that names it. */
function namingProfiles(project: BoundProject): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  const add = (route: readonly StoreRef[], profiles: readonly string[]) => {
    for (const ref of route) {
      if (ref.kind !== 'alias') continue;
      const known = users.get(ref.name) ?? new Set();
      users.set(ref.name, known);
      if (known.size < project.profiles.length) for (const profile of profiles) known.add(profile);
    }
  };
  for (const [profile, route] of project.chains) add(route ?? [], [profile]);
  for (const [{ profiles }, { route }] of project.bound) if (route !== 'profile') add(route, profiles);
  return users;
}

function isFilled(ref: StoreRef): boolean {
  const uri = ref.kind === 'uri' ? parseStoreUri(ref.uri) : null;
  return uri?.kind === 'uri' && hasPathPlaceholders(uri);
}
