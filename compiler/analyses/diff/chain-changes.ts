/** Two chains of stores: what was added, removed, reordered, or only spelled differently. */
import type { Plan, StoreRef } from '#schemas/plan.js';
import type { ChangeSeverity, ChangeSubject } from '#schemas/plan-change.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { storeWritten } from '#schemas/stores/where-written.js';
import type { AskedChain } from './chains.js';
import { type FoundChange, found, isEqual } from './changes.js';
import { type Claimed, isClaimed } from './comparison.js';
import { isInCheckout } from './checkout-stores.js';
import { namesInBoth, type Reading, refKey, refText } from './references.js';

/** The plans that two references are in. */
export interface Between {
  readonly claimed: Claimed;
  readonly old: Plan;
  readonly new: Plan;
  /** Whether the new plan has something for what none of the stores has: a default, a generator, a prompt, stores after a fallback. */
  readonly hasMore: () => boolean;
}

/**
 * An empty chain is the user's default store. A change that makes another store the first one is a danger, and so is one
 * by which new values are written to another store, or a file of the checkout answers in place of what did before. The
 * subject is a secret, nothing (a profile's chain), or the alias whose fallbacks these are.
 */
export function chainChanges(
  between: Between,
  subject: ChangeSubject,
  before: AskedChain,
  after: AskedChain,
): readonly FoundChange[] {
  const { claimed } = between;
  const kept = namesInBoth(before, after);
  const [old, next]: readonly [Reading, Reading] = [
    { plan: between.old, claimed, kept },
    { plan: between.new, claimed, kept },
  ];
  const [from, to] = [slots(old, before), slots(next, after)];
  const isMoved =
    firstOf(from) !== firstOf(to) ||
    (subject.store === undefined && areWrittenElsewhere([before, old], [after, next])) ||
    isAnsweredByCheckout([...from.keys()], to, between);
  const severity = isMoved ? 'danger' : 'review';
  const wasInBoth = [...from.keys()].filter((key) => to.has(key));
  const inBoth = [...to.keys()].filter((key) => from.has(key));
  const isReordered = inBoth.some((key, index) => key !== wasInBoth[index]);
  const order = { from: textsOf(from, wasInBoth), to: textsOf(to, inBoth) };
  return [
    ...missingFrom(from, to).map((store) => oneStore('store-added', subject, 'to', store, severity)),
    ...missingFrom(to, from).map((store) => oneStore('store-removed', subject, 'from', store, severity)),
    ...(isReordered ? [found('stores-reordered', subject, order, severity)] : []),
    ...inBoth.flatMap((key) => respelled(claimed, subject, from.get(key), to.get(key))),
  ];
}

/** For an alias's fallbacks, `store` is the alias, and the added or removed store is OLD or NEW. */
function oneStore(
  kind: 'store-added' | 'store-removed',
  subject: ChangeSubject,
  side: 'from' | 'to',
  store: string,
  severity: ChangeSeverity,
): FoundChange {
  if (subject.store === undefined) return found(kind, { ...subject, store }, {}, severity);
  return found(kind, subject, { [side]: store }, severity);
}

/** The same store under another spelling, unless its name was claimed, which is reported once for all. */
export function respelled(
  claimed: Claimed,
  subject: ChangeSubject,
  before: StoreRef | undefined,
  after: StoreRef | undefined,
): readonly FoundChange[] {
  if (before === undefined || after === undefined) return [];
  const isOneName = before.kind !== 'uri' && after.kind !== 'uri' && before.name === after.name;
  if (isOneName && isClaimed(claimed, after)) return [];
  // Not their shown texts, in which options are hidden.
  if (isEqual({ ...before }, { ...after })) return [];
  return [found('store-respelled', subject, { from: refText(before), to: refText(after) })];
}

type Slots = ReadonlyMap<string, StoreRef>;

/** References by their meaning; a store that a chain names twice has two slots. */
function slots(reading: Reading, chain: AskedChain): Slots {
  const slots = new Map<string, StoreRef>();
  const counts = new Map<string, number>();
  for (const ref of chain) {
    const key = refKey(ref, reading);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    slots.set(`${count} ${key}`, ref);
  }
  return slots;
}

/** The stores of the second chain that the first one lacks. */
function missingFrom(chain: Slots, other: Slots): readonly string[] {
  return [...other].flatMap(([slot, ref]) => (chain.has(slot) ? [] : [refText(ref)]));
}

function firstOf(chain: Slots): string | undefined {
  const [first] = chain.keys();
  return first;
}

/** Whether new values go to another store than before. Not asked of the fallbacks of a cached alias, of which only the first is written to. */
function areWrittenElsewhere(
  ...sides: readonly [readonly [AskedChain, Reading], readonly [AskedChain, Reading]]
): boolean {
  const [before, after] = sides.map(([chain, reading]) => {
    const store = storeWritten(chain, projectStores(reading.plan.stores));
    return store && refKey(store, reading);
  });
  return before !== null && after !== null && before !== after;
}

/**
 * A pull request brings its files along, with values that its author knows. Stores that the chain did not have before may come
 * after such a file: they answered nothing.
 */
function isAnsweredByCheckout(old: readonly string[], to: Slots, between: Between): boolean {
  const keys = [...to.keys()];
  return [...to].some(([key, ref], index) => {
    if (!isInCheckout(ref, between.new)) return false;
    const before = old.indexOf(key);
    const isBefore = (other: string) => old.includes(other) && (before === -1 || old.indexOf(other) < before);
    return keys.slice(index + 1).some(isBefore) || (before === -1 && between.hasMore());
  });
}

function textsOf(chain: Slots, slots: readonly string[]): readonly string[] {
  return slots.flatMap((slot) => {
    const ref = chain.get(slot);
    return ref === undefined ? [] : [refText(ref)];
  });
}
