/** What the machine will do and did not, and the reverse: each power once, whatever secrets and profiles it is for. */
import { byName } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { CHANGES, type Change } from '#schemas/plan-change.js';
import { type GrantedPower, powerKey } from '#schemas/powers/power.js';
import { powersOf } from '#schemas/powers/powers-of.js';
import type { Comparison } from './comparison.js';

export function powerChanges({ old: before, new: after, common }: Comparison): readonly Change[] {
  const [had, has] = [byKey(before), byKey(after)];
  const toldOf = (kind: 'power-gained' | 'power-lost', { power, secrets, profiles }: GrantedPower): Change => ({
    kind,
    // Whoever adds a whole manifest shows all of it for the first time.
    severity: kind === 'power-gained' && isEmpty(before) ? 'review' : CHANGES[kind].severity,
    power,
    secrets,
    profiles: common.length > 0 && isSame(profiles, common) ? 'all' : [...profiles].sort(byName),
  });
  return [
    ...missingFrom(had, has).map((power) => toldOf('power-gained', power)),
    ...missingFrom(has, had).map((power) => toldOf('power-lost', power)),
  ];
}

type Powers = ReadonlyMap<string, GrantedPower>;

function byKey(plan: Plan): Powers {
  return new Map(powersOf(plan).map((held) => [powerKey(held.power), held]));
}

/** The powers of the second plan that the first one lacks. */
function missingFrom(powers: Powers, others: Powers): readonly GrantedPower[] {
  return [...others].flatMap(([key, held]) => (powers.has(key) ? [] : [held]));
}

/** A side without a manifest. */
function isEmpty({ profiles, secrets, stores }: Plan): boolean {
  return [profiles, secrets, stores].every((part) => Object.keys(part).length === 0);
}

function isSame(profiles: readonly string[], common: readonly string[]): boolean {
  return profiles.length === common.length && profiles.every((name) => common.includes(name));
}
