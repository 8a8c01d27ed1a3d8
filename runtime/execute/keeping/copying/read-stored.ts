/**
 * What is stored in the entries of an import: one batch per store, source and destinations together where both are asked in the same way. A
 * destination whose values cannot be read is listed instead, because only whether it has a value matters.
 */

import { type At, addressKey } from '#schemas/addresses/address.js';
import type { Answer, StoreFailure } from '../../../providers/provider.js';
import { UNANSWERED } from '../../../providers/store-failure.js';
import type { How, Stores } from '../../../stores/stores.js';
import { byStore } from '../by-store.js';
import { StoreProblems } from '../store-problems.js';
import type { CopyTask, Phase, ResolvedCopy, ResolvedEntry, StoredCopy } from './copy.js';

/** A store that fails is an error: whether it has a value is not known. `how`: which answers count as a value of a destination. */
export async function readStored(
  { linked }: CopyTask,
  stores: Stores,
  resolved: readonly ResolvedCopy[],
  how?: How,
): Promise<Phase<readonly StoredCopy[]>> {
  const destinations = resolved.map(({ destination }) => destination);
  const unreadable = destinations.filter(isUnreadable);
  const answerOf = await readTogether(stores, [
    ...resolved.map(({ source }) => ({ place: source })),
    ...destinations.filter((one) => !isUnreadable(one)).map((place) => ({ place, how })),
  ]);
  const isKnown = resolved.every(({ source }) => answerOf(source).kind !== 'failed');
  const taken = await listTogether(linked, stores, isKnown ? unreadable : []);
  const problems = new StoreProblems(linked, stores, 'read');
  const listings = new StoreProblems(linked, stores, 'listed');
  const result = resolved.map((one): StoredCopy => {
    const { step, destination } = one;
    const foundAt = (place: ResolvedEntry): Extract<Answer, { kind: 'found' }> | null => {
      const answer = answerOf(place);
      if (answer.kind === 'failed') problems.addFailure({ step, store: place.reading.store, failure: answer.failure });
      return answer.kind === 'found' ? answer : null;
    };
    const unseenAt = ({ reading: { store }, identity }: ResolvedEntry): 'unseen' | null => {
      const entries = taken.get(store);
      // The source has failed, which is reason enough.
      if (entries === undefined) return null;
      if ('has' in entries) return entries.has(identity) ? 'unseen' : null;
      listings.addFailure({ step, store, failure: entries });
      return null;
    };
    const present = isUnreadable(destination) ? unseenAt(destination) : (foundAt(destination)?.value ?? null);
    const { value = null, expiresAt } = foundAt(one.source) ?? {};
    return { ...one, value, present, ...(expiresAt !== undefined && { expiresAt }) };
  });
  return { result, errors: [...problems.all(), ...listings.all()] };
}

function isUnreadable({ opened }: ResolvedEntry): boolean {
  return !opened.abilities.read;
}

/** The identities of the entries that each store lists, or why it does not. */
async function listTogether(
  { project, profile }: CopyTask['linked'],
  stores: Stores,
  places: readonly ResolvedEntry[],
): Promise<ReadonlyMap<number, ReadonlySet<string> | StoreFailure>> {
  const opened = new Map(places.map((place) => [place.reading.store, place.opened.store]));
  const taken = new Map<number, ReadonlySet<string> | StoreFailure>();
  for (const [index, store] of opened) {
    const answer = await stores.list(index);
    const entries = answer.kind === 'listed' ? answer.entries : [];
    const identities = entries.map(({ name, at }) =>
      store.identity(at === null ? { kind: 'convention', project, profile, key: name } : { kind: 'native', ...at }),
    );
    taken.set(index, answer.kind === 'failed' ? answer.failure : new Set(await Promise.all(identities)));
  }
  return taken;
}

interface Asked {
  readonly place: ResolvedEntry;
  readonly how?: How | undefined;
}

/** What the stores answer for these places, one batch for each store and way of asking it. */
export async function readTogether(stores: Stores, all: readonly Asked[]): Promise<(place: ResolvedEntry) => Answer> {
  const answers = new Map<ResolvedEntry, Answer>();
  for (const asked of [all.filter(({ how }) => how === undefined), all.filter(({ how }) => how !== undefined)]) {
    for (const [store, together] of byStore(asked, ({ place }) => place.reading.store)) {
      const addresses = new Map<string, At>(
        together.map(({ place: { reading } }) => [addressKey(reading.at), reading.at]),
      );
      const given = await stores.read(store, [...addresses.values()], 'asked', together[0]?.how);
      const answerAt = new Map([...addresses.keys()].map((key, index) => [key, given[index]]));
      for (const { place } of together) answers.set(place, answerAt.get(addressKey(place.reading.at)) ?? UNANSWERED);
    }
  }
  return (place) => answers.get(place) ?? UNANSWERED;
}
