/** What an engine cannot do as the plan says: collected over services, one row for each secret and reason. */
import { byName } from '#schemas/named.js';
import type { UncoveredSecret } from '#schemas/plan-emission.js';

export class Uncovered {
  readonly #rows = new Map<string, { secret: string; profiles: Set<string>; isIn: boolean; why: string }>();

  /** `why`: a clause after the secret. */
  add(secret: string, profile: string, why: string, isIn: boolean): void {
    const key = JSON.stringify([secret, why]);
    const row = this.#rows.get(key) ?? { secret, profiles: new Set(), isIn, why };
    row.profiles.add(profile);
    row.isIn ||= isIn;
    this.#rows.set(key, row);
  }

  /** By secret, then by reason. */
  sorted(): readonly UncoveredSecret[] {
    return [...this.#rows.values()]
      .map(({ secret, profiles, isIn, why }) => ({ secret, profiles: [...profiles].sort(byName), isIn, why }))
      .sort((left, right) => byName(left.secret, right.secret) || byName(left.why, right.why));
  }
}
