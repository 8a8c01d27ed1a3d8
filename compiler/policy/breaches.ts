/** What breaks a rule: one cause is one finding, with all profiles and secrets that it concerns. */
import type { Diagnostic, Label, Place } from '#schemas/diagnostics/diagnostic.js';
import { byName } from '#schemas/named.js';

/** What breaks it, and where. */
export interface Breach {
  readonly at: Place;
  readonly labels?: readonly Label[];
  /** In a sentence that goes on with "for `A`", "in profile …" and "against rule …". Equal places and problems are one cause. */
  readonly problem: string;
}

interface Concerned {
  readonly breach: Breach;
  readonly profiles: Set<readonly string[]>;
  readonly secrets: string[];
}

export class Breaches {
  readonly #byCause = new Map<string, Concerned>();

  /** `secrets`: by name; none where the whole project breaks the rule. Lists of profiles are kept, not copied: many secrets share one. */
  add(breach: Breach, profiles: readonly string[], secrets: readonly string[]): void {
    const { file, path, part } = breach.at;
    const cause = JSON.stringify([breach.problem, file, path, part]);
    const known = this.#byCause.get(cause) ?? { breach, profiles: new Set(), secrets: [] };
    this.#byCause.set(cause, known);
    known.profiles.add(profiles);
    for (const secret of secrets) known.secrets.push(secret);
  }

  found<T extends Diagnostic>(
    findingOf: (breach: Breach, profiles: readonly string[], secrets: readonly string[]) => T,
  ): readonly T[] {
    return [...this.#byCause.values()].map(({ breach, profiles, secrets }) =>
      findingOf(breach, distinct([...profiles].flat()), distinct(secrets)),
    );
  }
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(byName);
}
