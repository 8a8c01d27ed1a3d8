/** The secrets that a rule is about: meanings whose name and one of whose profiles fit its patterns. */
import { patternsFit } from '#schemas/name-pattern.js';
import type { PolicyRule } from '#schemas/policy.js';
import type { Project, Secret } from '../tree/effective.js';

/** Secrets that hold in the same profiles, and those of these profiles that the rule is about. */
export interface ChosenGroup {
  readonly profiles: readonly string[];
  readonly secrets: readonly Secret[];
}

export type Choose = (rule: Pick<PolicyRule, 'profiles' | 'secrets'>) => readonly ChosenGroup[];

/** Rules with the same patterns share the answer. Lists of profiles are compared once for all rules, not once for each secret. */
export function chooser(project: Project): Choose {
  const groups = byProfiles(project.secrets);
  const known = new Map<string, readonly ChosenGroup[]>();
  return ({ profiles, secrets }) => {
    const key = JSON.stringify([profiles, secrets]);
    const chosen = known.get(key) ?? choose(groups, patternsFit(profiles), patternsFit(secrets));
    known.set(key, chosen);
    return chosen;
  };
}

type Fits = (name: string) => boolean;

function choose(groups: readonly ChosenGroup[], isProfile: Fits, isSecret: Fits): readonly ChosenGroup[] {
  return groups.flatMap((group) => {
    const profiles = group.profiles.filter(isProfile);
    const secrets = profiles.length === 0 ? [] : group.secrets.filter(({ name }) => isSecret(name));
    return secrets.length === 0 ? [] : [{ profiles, secrets }];
  });
}

function byProfiles(secrets: readonly Secret[]): readonly ChosenGroup[] {
  const groups = new Map<string, { profiles: readonly string[]; secrets: Secret[] }>();
  for (const secret of secrets) {
    const key = JSON.stringify(secret.profiles);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { profiles: secret.profiles, secrets: [secret] });
    else known.secrets.push(secret);
  }
  return [...groups.values()];
}
