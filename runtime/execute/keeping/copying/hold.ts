/**
 * What the stores of an import hold: one batch per store, source and destinations together. A destination whose values cannot be
 * read is listed instead, because only whether it has a value matters.
 */

import { type At, addressKey } from '#schemas/stores/address.js';
import type { Answer, StoreFailure } from '../../../providers/provider.js';
import { UNANSWERED } from '../../../providers/store-failure.js';
import type { Stores } from '../../../stores/stores.js';
import type { SecretValue } from '../../../values/secret-value.js';
import { byStore } from '../by-store.js';
import { StoreProblems } from '../store-problems.js';
import type { CopyTask, Held, Phase, Place, Placed } from './copy.js';

/** A store that fails is an error: whether it has a value is not known. */
export async function hold(
  { linked }: CopyTask,
  stores: Stores,
  placed: readonly Placed[],
): Promise<Phase<readonly Held[]>> {
  const destinations = placed.map(({ destination }) => destination);
  const unreadable = destinations.filter(isUnreadable);
  const answerAt = await readTogether(stores, [
    ...placed.map(({ source }) => source),
    ...destinations.filter((one) => !isUnreadable(one)),
  ]);
  const isKnown = placed.every(({ source }) => answerAt(source.reading).kind !== 'failed');
  const taken = await listTogether(linked, stores, isKnown ? unreadable : []);
  const problems = new StoreProblems(linked, stores, 'read');
  const listings = new StoreProblems(linked, stores, 'listed');
  const result = placed.map((one): Held => {
    const { step, destination } = one;
    const valueAt = ({ reading }: Place): SecretValue | null => {
      const answer = answerAt(reading);
      if (answer.kind === 'found') return answer.value;
      if (answer.kind === 'failed') problems.addFailure({ step, store: reading.store, failure: answer.failure });
      return null;
    };
    const unseenAt = ({ reading: { store }, identity }: Place): 'unseen' | null => {
      const entries = taken.get(store);
      // The source has failed, which is reason enough.
      if (entries === undefined) return null;
      if ('has' in entries) return entries.has(identity) ? 'unseen' : null;
      listings.addFailure({ step, store, failure: entries });
      return null;
    };
    const present = isUnreadable(destination) ? unseenAt(destination) : valueAt(destination);
    return { ...one, value: valueAt(one.source), present };
  });
  return { result, errors: [...problems.all(), ...listings.all()] };
}

function isUnreadable({ opened }: Place): boolean {
  return !opened.abilities.read;
}

/** The identities of the entries that each store lists, or why it does not. */
async function listTogether(
  { project, profile }: CopyTask['linked'],
  stores: Stores,
  places: readonly Place[],
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

type AnswerAt = (reading: Place['reading']) => Answer;

async function readTogether(stores: Stores, places: readonly Place[]): Promise<AnswerAt> {
  const answers = new Map<number, ReadonlyMap<string, Answer>>();
  for (const [store, together] of byStore(places, ({ reading }) => reading.store)) {
    const addresses = new Map<string, At>(together.map(({ reading: { at } }) => [addressKey(at), at]));
    const given = await stores.read(store, [...addresses.values()]);
    answers.set(store, new Map([...addresses.keys()].map((key, index) => [key, given[index] ?? UNANSWERED])));
  }
  return ({ store, at }) => answers.get(store)?.get(addressKey(at)) ?? UNANSWERED;
}
