/** What reviewers of a difference need in addition: chains before and after, what a new secret means, values to set. */
import { canonicalJson } from '#schemas/canonical.js';
import { meaningIn } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Json, Plan, StoreRef } from '#schemas/plan.js';
import { aboutOf, type Change, type ChangeKind } from '#schemas/plan-change.js';
import type { AddedMeaning, ChainPair, PlanReview, ReviewedStore } from '#schemas/plan-review.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { cachedBehind, leafBehind } from '#schemas/stores/stores-behind.js';
import { outlineStore } from '../outline/chains.js';
import { type AskedChain, chainOf, profileChain, spreadChain } from './chains.js';
import { type Comparison, compare, type InProfile, type Pairing } from './comparison.js';
import { refText } from './references.js';
import { toDoOf } from './to-do.js';

export function reviewPlans(before: Plan, after: Plan, changes: readonly Change[]): PlanReview {
  const comparison = compare(before, after);
  return {
    changes: changes.map((change) => ({
      change,
      chains: chainsOf(comparison, change),
      added: change.kind === 'secret-added' ? addedOf(comparison, change) : [],
    })),
    toDo: toDoOf(comparison),
  };
}

const CHAIN_KINDS: readonly ChangeKind[] = ['store-added', 'store-removed', 'stores-reordered'];
/** Where there are more profiles than this, only the first ones are reported. */
const MOST_SHOWN = 3;

function chainsOf(comparison: Comparison, change: Change): readonly ChainPair[] {
  if (!CHAIN_KINDS.includes(change.kind)) return [];
  if (aboutOf(change) === 'alias') {
    const side = (plan: Plan) => reviewedChain(plan, fallbacksOf(plan, change.store ?? ''));
    return [{ from: side(comparison.old), to: side(comparison.new) }];
  }
  return distinct(
    pairingsOf(comparison, change).map(({ from, to }) => ({
      from: askedIn(from, change.secret),
      to: askedIn(to, change.secret),
    })),
  );
}

function fallbacksOf(plan: Plan, alias: string): AskedChain {
  const store = own(plan.stores, alias);
  return store?.kind === 'fallback' ? store.route : [];
}

/** The stores of the secret, or those of the profile if no secret is given. */
function askedIn(at: InProfile | null, secret: string | undefined): readonly ReviewedStore[] {
  if (at === null) return [];
  if (secret === undefined) return reviewedChain(at.plan, profileChain(at));
  const source = meaningIn(at.plan, at.profile, secret)?.source;
  return source?.kind === 'stored' ? reviewedChain(at.plan, chainOf(source, at)) : [];
}

function addedOf(
  comparison: Comparison,
  { secret = '' }: Change & { readonly secret?: string },
): readonly AddedMeaning[] {
  const { new: plan } = comparison;
  const scopes = Object.keys(plan.scopes).filter((scope) => own(plan.scopes, scope)?.includes(secret));
  const added = comparison.pairings.flatMap(({ cause, profile, to }): readonly AddedMeaning[] => {
    const meaning = cause === 'removed' || to === null ? null : meaningIn(plan, profile, secret);
    return meaning === null || to === null ? [] : [{ meaning, chain: askedIn(to, secret), scopes }];
  });
  return distinct(added);
}

function pairingsOf({ common, pairings }: Comparison, { profiles }: Change): readonly Pairing[] {
  const names = new Set(profiles === 'all' ? common : profiles);
  return pairings.filter(({ profile }) => names.has(profile));
}

function distinct<T>(found: readonly T[]): readonly T[] {
  const known = new Map(found.map((each) => [canonicalJson(each as Json), each]));
  return [...known.values()].slice(0, MOST_SHOWN);
}

/** Aliases with what they mean. An empty chain is the user's default store. */
function reviewedChain(plan: Plan, chain: AskedChain): readonly ReviewedStore[] {
  if (chain.length === 0) return [{ store: { kind: 'default' }, means: [], cache: null }];
  return chain.map((ref) => ({
    store: outlineStore(ref),
    means: ref.kind === 'alias' ? meansOf(plan, ref) : [],
    cache: cacheIn(plan, ref),
  }));
}

function cacheIn(plan: Plan, ref: StoreRef): ReviewedStore['cache'] {
  const cache = cachedBehind(ref, projectStores(plan.stores))?.store.cache;
  return cache === undefined ? null : { store: refText(cache.store), maxAgeSeconds: cache.maxAgeSeconds };
}

function meansOf(plan: Plan, alias: StoreRef): readonly string[] {
  const stores = projectStores(plan.stores);
  return spreadChain(plan, [alias]).map((ref) => {
    const leaf = ref.kind === 'alias' ? leafBehind(ref, stores) : null;
    return leaf === null ? refText(ref) : refText({ kind: 'uri', uri: leaf.spec });
  });
}
