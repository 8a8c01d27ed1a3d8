/** What a secret is made of, or where it is read from: changes of one source into another of the same kind. */
import type { ComposedSource, DerivedSource, Json, StoredSource, WhenMissing } from '#schemas/plan.js';
import { type ChangeSubject, PROFILE_STORES } from '#schemas/plan-change.js';
import { templateText } from '#schemas/template-text.js';
import { type Asked, addressChanges } from './addresses.js';
import { chainChanges } from './chain-changes.js';
import { chainOf, isKnown, namesAsked } from './chains.js';
import { addedOrRemoved, differing, type FoundChange, found } from './changes.js';
import type { Claimed, InProfile } from './comparison.js';
import { refText } from './references.js';
import { derivationJson, extractionText } from './selections.js';

export interface StoredIn {
  readonly source: StoredSource;
  readonly at: InProfile;
}

export function storedChanges(
  claimed: Claimed,
  subject: ChangeSubject,
  from: StoredIn,
  to: StoredIn,
): readonly FoundChange[] {
  return [
    ...ownChainChanges(claimed, subject, from, to),
    ...addressChanges(subject, from.source.naming, to.source.naming, askedBy(from, to)),
    ...differing('extraction-changed', subject, {
      from: extractionText(from.source.extract),
      to: extractionText(to.source.extract),
    }),
    ...whenMissingChanges(subject, from.source.whenMissing, to.source.whenMissing),
  ];
}

export function composedChanges(
  subject: ChangeSubject,
  from: ComposedSource,
  to: ComposedSource,
): readonly FoundChange[] {
  return differing('composition-changed', subject, { from: templateText(from.parts), to: templateText(to.parts) });
}

export function derivedChanges(subject: ChangeSubject, from: DerivedSource, to: DerivedSource): readonly FoundChange[] {
  return differing('derivation-changed', subject, { from: derivationJson(from), to: derivationJson(to) });
}

/** The default of a secret, if it has one. */
export function defaultOf(whenMissing: WhenMissing): string | undefined {
  return whenMissing.kind === 'default' ? whenMissing.text : undefined;
}

/** A chain of the profile is reported with the profile, unless the secret had or has one of its own. */
function ownChainChanges(
  claimed: Claimed,
  subject: ChangeSubject,
  from: StoredIn,
  to: StoredIn,
): readonly FoundChange[] {
  const [before, after] = [from.source.route, to.source.route];
  if (before === 'profile' && after === 'profile') return [];
  const hasMore = () => to.source.whenMissing.kind !== 'nothing';
  const between = { claimed, old: from.at.plan, new: to.at.plan, hasMore };
  const changes = chainChanges(between, subject, chainOf(from.source, from.at), chainOf(to.source, to.at));
  if (changes.length > 0 || (before === 'profile') === (after === 'profile')) return changes;
  // The same stores, named by the profile in one plan and by the secret in the other.
  return [found('store-respelled', subject, { from: chainText(from), to: chainText(to) })];
}

function chainText({ source: { route } }: StoredIn): Json {
  return route === 'profile' ? PROFILE_STORES : route.map(refText);
}

function askedBy(from: StoredIn, to: StoredIn): Asked {
  const sides = [from, to].map(({ source, at }) => ({ plan: at.plan, chain: chainOf(source, at) }));
  return {
    names: new Set(sides.flatMap(({ plan, chain }) => [...namesAsked(plan, chain)])),
    isComplete: sides.every(({ plan, chain }) => isKnown(plan, chain)),
  };
}

function whenMissingChanges(subject: ChangeSubject, from: WhenMissing, to: WhenMissing): readonly FoundChange[] {
  const defaults = { added: 'default-introduced', removed: 'default-removed', changed: 'default-changed' } as const;
  const generations = {
    added: 'generation-introduced',
    removed: 'generation-removed',
    changed: 'generation-changed',
  } as const;
  const prompts = { added: 'prompt-introduced', removed: 'prompt-removed' } as const;
  return [
    ...addedOrRemoved(defaults, subject, { from: defaultOf(from), to: defaultOf(to) }),
    ...addedOrRemoved(generations, subject, { from: generationJson(from), to: generationJson(to) }),
    ...addedOrRemoved(prompts, subject, { from: promptJson(from), to: promptJson(to) }).map(({ kind }) =>
      found(kind, subject),
    ),
  ];
}

function generationJson(whenMissing: WhenMissing): Json | undefined {
  return whenMissing.kind === 'generate' ? { type: whenMissing.type, ...whenMissing.options } : undefined;
}

function promptJson(whenMissing: WhenMissing): Json | undefined {
  return whenMissing.kind === 'prompt' ? true : undefined;
}
