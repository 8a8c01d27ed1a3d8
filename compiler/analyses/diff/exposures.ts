/**
 * Secrets that a scope receives without listing them, because a shown secret is made of them. A composed value carries a secret
 * into a scope just as an entry of the scope does.
 */
import { inputsOf, meaningIn, receivedFrom } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Plan, PlanSecret } from '#schemas/plan.js';
import type { Change, ChangeKind } from '#schemas/plan-change.js';
import { bornIn } from './born.js';
import { found, Merging } from './changes.js';
import { type Comparison, type InProfile, isCompared, type WholePairing, whole } from './comparison.js';

type ExposureKind = Extract<ChangeKind, 'scope-exposes' | 'scope-conceals'>;

/** One for each scope and secret, however many values carry it in however many profiles. */
export function exposureChanges(comparison: Comparison): readonly Change[] {
  const isBorn = bornIn(comparison);
  return exposuresOf(comparison).flatMap(({ kind, scope, secret, carriers, pairings }) => {
    const names = [...carriers].sort(byName);
    const change =
      kind === 'scope-exposes'
        ? found(kind, { scope, secret }, { to: names }, isBorn(secret) ? 'review' : 'danger')
        : found(kind, { scope, secret }, { from: names });
    const merging = new Merging(comparison.common);
    for (const { profile, cause } of pairings) merging.add([change], [profile], { isGone: cause === 'removed' });
    return merging.all();
  });
}

interface Exposure {
  readonly kind: ExposureKind;
  readonly scope: string;
  readonly secret: string;
  /** Names that the scope lists and that are made of the secret. */
  readonly carriers: Set<string>;
  readonly pairings: WholePairing[];
}

function exposuresOf(comparison: Comparison): readonly Exposure[] {
  const exposures = new Map<string, Exposure>();
  const isMade = madeIn(comparison);
  // An added or removed scope is reported as such, with all it shows.
  const scopes = Object.keys(comparison.old.scopes).filter((scope) => own(comparison.new.scopes, scope) !== undefined);
  for (const scope of scopes) {
    if (![comparison.old, comparison.new].some((plan) => listedIn(plan, scope).some(isMade))) continue;
    for (const pairing of whole(comparison)) {
      for (const { kind, at, secret } of crossing(pairing, scope)) {
        const key = `${kind} ${scope} ${secret}`;
        const exposure = exposures.get(key) ?? { kind, scope, secret, carriers: new Set<string>(), pairings: [] };
        exposures.set(key, exposure);
        exposure.pairings.push(pairing);
        for (const name of carriersIn(at, listedIn(at.plan, scope), secret, isMade)) exposure.carriers.add(name);
      }
    }
  }
  return [...exposures.values()];
}

interface Crossing {
  readonly kind: ExposureKind;
  /** The plan in which the scope receives it. */
  readonly at: InProfile;
  readonly secret: string;
}

/** What the scope receives in only one plan, unless it lists it there. */
function crossing(pairing: WholePairing, scope: string): readonly Crossing[] {
  const [before, after] = [receivedIn(pairing.from, scope), receivedIn(pairing.to, scope)];
  const onlyIn = (kind: ExposureKind, at: InProfile, received: Received, other: Received): readonly Crossing[] => {
    const listed = new Set(listedIn(at.plan, scope));
    const names = [...received.keys()].filter((secret) => !other.has(secret) && !listed.has(secret));
    return names.flatMap((secret) => (isTold(pairing, secret) ? [{ kind, at, secret }] : []));
  };
  return [
    ...onlyIn('scope-exposes', pairing.to, after, before),
    ...onlyIn('scope-conceals', pairing.from, before, after),
  ];
}

type Received = ReadonlyMap<string, PlanSecret>;

function receivedIn({ plan, profile }: InProfile, scope: string): Received {
  return receivedFrom(plan, profile, listedIn(plan, scope));
}

function isTold(pairing: WholePairing, secret: string): boolean {
  const has = ({ plan, profile }: InProfile) => meaningIn(plan, profile, secret) !== null;
  return isCompared(pairing, { from: has(pairing.from), to: has(pairing.to) });
}

function carriersIn(
  { plan, profile }: InProfile,
  listed: readonly string[],
  secret: string,
  isMade: (secret: string) => boolean,
): readonly string[] {
  return listed.filter((name) => isMade(name) && receivedFrom(plan, profile, [name]).has(secret));
}

function listedIn(plan: Plan, scope: string): readonly string[] {
  return own(plan.scopes, scope) ?? [];
}

/** Whether the secret is made of others somewhere: a scope without one receives what it lists. */
function madeIn({ old: before, new: after }: Comparison): (secret: string) => boolean {
  const made = new Set(
    [before, after].flatMap(({ secrets }) =>
      Object.keys(secrets).filter((name) => own(secrets, name)?.some((meaning) => inputsOf(meaning).length > 0)),
    ),
  );
  return (secret) => made.has(secret);
}
