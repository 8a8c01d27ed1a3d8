/** What is made of some secrets, through all steps, in the profiles in which it is. */
import { inputsOf } from '#schemas/meaning.js';
import type { Selected } from '../outline/selected.js';
import type { ProfileSets } from './profile-sets.js';

/** `given`: the profiles of each secret. The answer holds them too, with the profiles in which they depend on others. */
export function withDependents(
  given: ReadonlyMap<string, bigint>,
  selections: readonly Selected[],
  sets: ProfileSets,
): ReadonlyMap<string, bigint> {
  const users = usersOf(selections, sets);
  const found = new Map(given);
  const open = [...given.keys()];
  for (let input = open.pop(); input !== undefined; input = open.pop()) {
    const reached = found.get(input) ?? 0n;
    for (const { secret, profiles } of users.get(input) ?? []) {
      const before = found.get(secret) ?? 0n;
      const after = before | (profiles & reached);
      if (after === before) continue;
      found.set(secret, after);
      open.push(secret);
    }
  }
  return found;
}

interface User {
  readonly secret: string;
  readonly profiles: bigint;
}

/** By the name of what they are made of. */
function usersOf(selections: readonly Selected[], sets: ProfileSets): ReadonlyMap<string, User[]> {
  const users = new Map<string, User[]>();
  for (const { secret, meaning, profiles } of selections.flatMap(({ meanings }) => [...meanings.values()].flat())) {
    for (const input of inputsOf(meaning)) {
      const known = users.get(input);
      const user = { secret, profiles: sets.of(profiles) };
      if (known === undefined) users.set(input, [user]);
      else known.push(user);
    }
  }
  return users;
}
