/** `--only` and `--except`: they hide more of what the scope shows, and never show what it hides. */
import { fitsPattern } from '#schemas/name-pattern.js';
import type { Plan } from '#schemas/plan.js';
import type { Narrowing } from './linked-plan.js';
import type { Scope } from './select-scope.js';

/** What is left out counts as hidden by a scope, also for the environment of the child. */
export function narrowScope(plan: Plan, scope: Scope, { only, except }: Narrowing): Scope {
  const fits = (secret: string, patterns: readonly string[]) =>
    patterns.some((pattern) => fitsPattern(secret, pattern));
  const isKept = (secret: string) => (only.length === 0 || fits(secret, only)) && !fits(secret, except);
  const shows = (secret: string) => scope.shows(secret) && isKept(secret);
  return {
    name: scope.name,
    shows,
    scrub: Object.keys(plan.secrets)
      .filter((secret) => !shows(secret))
      .sort(),
  };
}

/** The patterns that none of these names fits. */
export function unfitPatterns({ only, except }: Narrowing, names: readonly string[]): readonly string[] {
  return [...only, ...except].filter((pattern) => !names.some((name) => fitsPattern(name, pattern)));
}
