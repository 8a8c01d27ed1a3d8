/** The chains that chosen secrets use, each once, with those who use it. */
import type { Chain } from '#schemas/plan.js';
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { type BoundProject, fieldPlace } from '../../tree/effective.js';
import { ownChain } from '../../warnings/chains.js';
import type { ChosenGroup } from '../chosen.js';

export interface UsedChain {
  /** Null: the user's default store. */
  readonly route: Chain | null;
  /** The list; of the default store, the first profile that has no list. */
  readonly at: Place;
  readonly users: readonly { readonly profiles: readonly string[]; readonly secrets: readonly string[] }[];
}

/** Work grows with secrets and with profiles, not with their product. */
export function usedChains(groups: readonly ChosenGroup[], project: BoundProject): readonly UsedChain[] {
  const used = new Map<string, UsedChain & { users: { profiles: readonly string[]; secrets: readonly string[] }[] }>();
  const add = (chain: Omit<UsedChain, 'users'>, profiles: readonly string[], secrets: readonly string[]) => {
    const { file, path } = chain.at;
    const key = chain.route === null ? '' : JSON.stringify([file, path]);
    const known = used.get(key) ?? { ...chain, users: [] };
    used.set(key, known);
    known.users.push({ profiles, secrets });
  };
  const byName = new Map(project.profiles.map((profile) => [profile.name, profile]));
  for (const { profiles, secrets } of groups) {
    const stored = secrets.filter(({ source }) => source.kind === 'stored');
    const shared: string[] = [];
    for (const secret of stored) {
      const route = ownChain(secret, project);
      if (route === null) shared.push(secret.name);
      else add({ route, at: fieldPlace(secret, 'providers', 'value') }, profiles, [secret.name]);
    }
    if (shared.length === 0) continue;
    for (const name of profiles) {
      const profile = byName.get(name);
      if (profile === undefined) continue;
      add({ route: project.chains.get(name) ?? null, at: profile.chain?.at ?? profile.at }, [name], shared);
    }
  }
  return [...used.values()];
}
