/** What each secret means, profile by profile; profiles with the same change are reported together. */
import { canonicalJson } from '#schemas/canonical.js';
import { profilesOf } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Json, Plan, PlanSecret, Presence, Source } from '#schemas/plan.js';
import type { Change, ChangeSubject } from '#schemas/plan-change.js';
import { profileChain } from './chains.js';
import { differing, type FoundChange, found, Merging } from './changes.js';
import { type Comparison, type InProfile, isCompared, type Pairing } from './comparison.js';
import { dangersOf } from './compositions.js';
import { composedChanges, defaultOf, derivedChanges, storedChanges } from './sources.js';

export function secretChanges(comparison: Comparison): readonly Change[] {
  const { old: before, new: after, common } = comparison;
  const names = [...new Set([...Object.keys(before.secrets), ...Object.keys(after.secrets)])].sort(byName);
  const chains = chainKeys(comparison);
  const dangers = dangersOf(comparison);
  return names.flatMap((secret) => {
    const merging = new Merging(common);
    for (const { from, to, pairings } of pairsOf(comparison, secret, chains)) {
      const [{ cause }] = pairings;
      const profiles = pairings.map(({ profile }) => profile);
      const changes = meaningChanges(pairings[0], secret, from, to);
      const judged = changes.map((change) =>
        dangers.isDanger(change, secret, pairings) ? { ...change, severity: 'danger' as const } : change,
      );
      merging.add(judged, profiles, { isGone: cause === 'removed' });
    }
    return merging.all();
  });
}

interface Pair {
  readonly from: PlanSecret | null;
  readonly to: PlanSecret | null;
  /** Pairings with one cause: they have these two meanings and equal chains of their own. */
  readonly pairings: [Pairing, ...Pairing[]];
}

function pairsOf(
  { old: before, new: after, pairings }: Comparison,
  secret: string,
  chains: ReadonlyMap<Pairing, string>,
): Iterable<Pair> {
  const meanings = new Map([
    [before, byProfile(before, secret)],
    [after, byProfile(after, secret)],
  ]);
  const meaningOf = (at: InProfile | null) => (at === null ? undefined : meanings.get(at.plan)?.get(at.profile));
  const pairs = new Map<string, Pair>();
  for (const pairing of pairings) {
    const [old, next] = [meaningOf(pairing.from), meaningOf(pairing.to)];
    if (!isCompared(pairing, { from: old !== undefined, to: next !== undefined })) continue;
    const chain = dependsOnChain(old?.meaning, next?.meaning) ? chains.get(pairing) : '';
    const key = `${pairing.cause} ${old?.index} ${next?.index} ${chain}`;
    const known = pairs.get(key);
    if (known === undefined)
      pairs.set(key, { from: old?.meaning ?? null, to: next?.meaning ?? null, pairings: [pairing] });
    else known.pairings.push(pairing);
  }
  return pairs.values();
}

function byProfile(
  plan: Plan,
  secret: string,
): ReadonlyMap<string, { readonly index: number; readonly meaning: PlanSecret }> {
  const meanings = own(plan.secrets, secret) ?? [];
  return new Map(
    meanings.flatMap((meaning, index) =>
      profilesOf(plan, meaning).map((profile) => [profile, { index, meaning }] as const),
    ),
  );
}

/** Whether the report of the pair depends on the profile's chains. */
function dependsOnChain(from: PlanSecret | undefined, to: PlanSecret | undefined): boolean {
  const isOfProfile = (meaning: PlanSecret | undefined) =>
    meaning?.source.kind === 'stored' && meaning.source.route === 'profile';
  return from !== undefined && to !== undefined && (isOfProfile(from) || isOfProfile(to));
}

function chainKeys({ pairings }: Comparison): ReadonlyMap<Pairing, string> {
  const chain = (at: InProfile | null) => (at === null ? [] : profileChain(at));
  return new Map(pairings.map((pairing) => [pairing, canonicalJson([chain(pairing.from), chain(pairing.to)])]));
}

function meaningChanges(
  pairing: Pairing,
  secret: string,
  from: PlanSecret | null,
  to: PlanSecret | null,
): readonly FoundChange[] {
  const subject = { secret };
  if (from === null) return [found('secret-added', subject)];
  if (to === null) return [found('secret-removed', subject)];
  // A meaning that a profile inherits from `default` is one object in both.
  if (from === to) return [];
  const sources = sourceChanges(pairing, subject, from.source, to.source);
  return [
    ...sources,
    ...requirementChanges(subject, from, to),
    ...encodingChanges(subject, from, to, sources),
    ...differing('delivery-changed', subject, { from: from.deliver, to: to.deliver }),
    ...differing('roles-changed', subject, { from: { ...from.roles }, to: { ...to.roles } }),
    ...typeChanges(subject, from, to),
    ...differing('description-changed', subject, { from: from.description, to: to.description }),
  ];
}

function sourceChanges(
  { from: before, to: after, claimed }: Pairing,
  subject: ChangeSubject,
  from: Source,
  to: Source,
): readonly FoundChange[] {
  if (from.kind === 'stored' && to.kind === 'stored' && before !== null && after !== null)
    return storedChanges(claimed, subject, { source: from, at: before }, { source: to, at: after });
  if (from.kind === 'composed' && to.kind === 'composed') return composedChanges(subject, from, to);
  if (from.kind === 'derived' && to.kind === 'derived') return derivedChanges(subject, from, to);
  return [found('source-changed', subject, { from: from.kind, to: to.kind })];
}

/** Not if a default was added or removed, which implies it: a secret with one is optional. Groups are reported as groups. */
function requirementChanges(subject: ChangeSubject, from: PlanSecret, to: PlanSecret): readonly FoundChange[] {
  const isRequired = ({ presence }: PlanSecret) => presence === 'required';
  if (isRequired(from) === isRequired(to) || hasDefault(from) !== hasDefault(to)) return [];
  const kind = isRequired(from) ? 'requirement-weakened' : 'requirement-strengthened';
  const change = found(kind, subject, { from: presenceJson(from.presence), to: presenceJson(to.presence) });
  const inForce = defaultIn(to);
  return [inForce === undefined || inForce !== defaultIn(from) ? change : { ...change, default: inForce }];
}

function hasDefault(secret: PlanSecret): boolean {
  return defaultIn(secret) !== undefined;
}

function defaultIn({ source }: PlanSecret): string | undefined {
  return source.kind === 'stored' ? defaultOf(source.whenMissing) : undefined;
}

function presenceJson(presence: Presence): Json {
  if (typeof presence === 'string') return presence;
  const { atLeastOne, exactlyOne } = presence;
  return {
    ...(atLeastOne.length > 0 && { at_least_one: atLeastOne }),
    ...(exactlyOne.length > 0 && { exactly_one: exactlyOne }),
  };
}

/**
 * For stored values, and binary values where text is needed. A text form that was added or removed with another type, source
 * or derivation is reported with that.
 */
function encodingChanges(
  subject: ChangeSubject,
  from: PlanSecret,
  to: PlanSecret,
  sources: readonly FoundChange[],
): readonly FoundChange[] {
  const isStored = from.source.kind === 'stored' && to.source.kind === 'stored';
  const decodes = isStored ? differing('encoding-changed', subject, { from: decodeOf(from), to: decodeOf(to) }) : [];
  if (decodes.length > 0) return decodes;
  const isBinaryNowOrBefore = (from.text === undefined) !== (to.text === undefined);
  const isToldElsewhere =
    from.type !== to.type || sources.some(({ kind }) => kind === 'source-changed' || kind === 'derivation-changed');
  if (isBinaryNowOrBefore && isToldElsewhere) return [];
  return differing('encoding-changed', subject, { from: from.text, to: to.text });
}

function decodeOf({ source }: PlanSecret): string | undefined {
  return source.kind === 'stored' ? source.decode : undefined;
}

/** A secret that generates or exports reports its type with that. */
function typeChanges(subject: ChangeSubject, from: PlanSecret, to: PlanSecret): readonly FoundChange[] {
  return usesType(from.source) || usesType(to.source)
    ? []
    : differing('type-changed', subject, { from: from.type, to: to.type });
}

function usesType(source: Source): boolean {
  if (source.kind === 'stored') return source.whenMissing.kind === 'generate';
  return source.kind === 'derived' && source.how.kind === 'export';
}
