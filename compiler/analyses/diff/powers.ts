/** What the machine will do and did not, and the reverse: each power once, whatever secrets and profiles it is for. */
import { meaningIn } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { CHANGES, type Change } from '#schemas/plan-change.js';
import { type GrantedPower, powerKey } from '#schemas/powers/power.js';
import { powersOf } from '#schemas/powers/powers-of.js';
import type { Comparison } from './comparison.js';

export function powerChanges(comparison: Comparison): readonly Change[] {
  const { old: before, new: after, common } = comparison;
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
    ...missingFrom(had, has, formerNames(comparison)).map((held) => toldOf('power-gained', reduced(after, held))),
    ...missingFrom(has, had, laterNames(comparison)).map((held) => toldOf('power-lost', reduced(before, held))),
  ];
}

type Powers = ReadonlyMap<string, GrantedPower>;
/** What each profile is compared with in the other plan. */
type Counterparts = ReadonlyMap<string, string>;

function byKey(plan: Plan): Powers {
  return new Map(powersOf(plan).map((held) => [powerKey(held.power), held]));
}

/** The powers of the second plan that the first one lacks, or has only for other profiles: what only developers run is new to production. */
function missingFrom(powers: Powers, others: Powers, counterparts: Counterparts): readonly GrantedPower[] {
  return [...others].flatMap(([key, held]) => {
    const known = powers.get(key);
    if (known === undefined) return [held];
    const elsewhere = new Set(known.profiles);
    const profiles = held.profiles.filter((profile) => {
      const counterpart = counterparts.get(profile);
      return counterpart !== undefined && !elsewhere.has(counterpart);
    });
    return profiles.length === 0 ? [] : [{ ...held, profiles }];
  });
}

/** A new profile is compared with `default`, if the old plan has that. */
function formerNames({ old, pairings, renamed }: Comparison): Counterparts {
  const names = new Map<string, string>();
  for (const { from, to } of [...pairings.filter(({ cause }) => cause !== 'removed'), ...renamed])
    if (from !== null && to !== null && own(old.profiles, from.profile) !== undefined)
      names.set(to.profile, from.profile);
  return names;
}

function laterNames({ new: next, pairings, renamed }: Comparison): Counterparts {
  const names = new Map<string, string>();
  for (const { from, to } of [...pairings.filter(({ cause }) => cause !== 'added'), ...renamed])
    if (from !== null && to !== null && own(next.profiles, to.profile) !== undefined)
      names.set(from.profile, to.profile);
  return names;
}

/** Without the secrets that its profiles do not have. */
function reduced(plan: Plan, { power, secrets, profiles }: GrantedPower): GrantedPower {
  const names = secrets.filter((secret) => profiles.some((profile) => meaningIn(plan, profile, secret) !== null));
  return { power: power.kind === 'command' ? { ...power, secrets: names } : power, secrets: names, profiles };
}

/** A side without a manifest. */
function isEmpty({ profiles, secrets, stores }: Plan): boolean {
  return [profiles, secrets, stores].every((part) => Object.keys(part).length === 0);
}

function isSame(profiles: readonly string[], common: readonly string[]): boolean {
  return profiles.length === common.length && profiles.every((name) => common.includes(name));
}
