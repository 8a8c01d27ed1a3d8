/** One request per store and coordinates: readings that wait for a store are read together, stores side by side. */

import { type At, addressKey } from '#schemas/addresses/address.js';
import type { Reading } from '../../link/linked-plan.js';
import type { Answer } from '../../providers/provider.js';
import { UNANSWERED } from '../../providers/store-failure.js';

/** Asks one store for all these addresses; one answer per address, in the same order. Never throws. */
export type ReadStore = (store: number, addresses: readonly At[]) => Promise<readonly Answer[]>;

/** Where an item goes after this answer; null when it needs nothing more. */
export type Next<Item> = (item: Item, reading: Reading, answer: Answer) => Reading | null;

interface Waiting<Item> {
  readonly item: Item;
  readonly reading: Reading;
}

/** What one store has answered, and what waits for its next batch. */
interface Queue<Item> {
  /** What will not be asked again, by address. */
  readonly answers: Map<string, Answer>;
  waiting: Waiting<Item>[];
}

/**
 * Takes each item from store to store until `next` gives null. A store has one batch under way at a time, for all that
 * waits for it; what comes back from it goes on at once, whatever other stores are doing. A native address is
 * asked of a store once, however many items want it; one by convention belongs to one item.
 */
export async function readInBatches<Item>(
  items: readonly Item[],
  startOf: (item: Item) => Reading | null,
  read: ReadStore,
  next: Next<Item>,
  storesAtOnce: number,
): Promise<void> {
  const queues = new Queues<Item>();
  for (const item of items) {
    const start = startOf(item);
    if (start !== null) queues.wait(item, start);
  }
  const underWay = new Map<number, Promise<number>>();
  for (;;) {
    for (const store of queues.idle(underWay)) {
      if (underWay.size >= storesAtOnce) break;
      underWay.set(store, serve(store, queues, read, next));
    }
    if (underWay.size === 0) return;
    underWay.delete(await Promise.race(underWay.values()));
  }
}

/** What waits for each store; stores with something waiting are found without looking at all the others. */
class Queues<Item> {
  readonly #byStore = new Map<number, Queue<Item>>();
  readonly #wanted = new Set<number>();

  wait(item: Item, reading: Reading): void {
    this.#at(reading.store).waiting.push({ item, reading });
    this.#wanted.add(reading.store);
  }

  *idle(underWay: ReadonlyMap<number, unknown>): Iterable<number> {
    for (const store of this.#wanted) if (!underWay.has(store)) yield store;
  }

  /** All that waits for a store now; what comes later waits for its next batch. */
  take(store: number): Queue<Item> {
    const queue = this.#at(store);
    const taken = { answers: queue.answers, waiting: queue.waiting };
    queue.waiting = [];
    this.#wanted.delete(store);
    return taken;
  }

  #at(store: number): Queue<Item> {
    const known = this.#byStore.get(store);
    if (known !== undefined) return known;
    const queue: Queue<Item> = { answers: new Map(), waiting: [] };
    this.#byStore.set(store, queue);
    return queue;
  }
}

/** One batch; gives back the store it was for. */
async function serve<Item>(store: number, queues: Queues<Item>, read: ReadStore, next: Next<Item>): Promise<number> {
  const { waiting, answers } = queues.take(store);
  const requests = requestsOf(waiting, answers);
  const received = requests.length === 0 ? [] : await read(store, requests);
  let asked = 0;
  for (const { item, reading } of waiting) {
    const isAsked = requests[asked] === reading.at;
    const answer = isAsked ? (received[asked] ?? UNANSWERED) : (answers.get(addressKey(reading.at)) ?? UNANSWERED);
    if (isAsked) asked += 1;
    if (isAsked && isWantedAgain(reading.at, answer)) answers.set(addressKey(reading.at), answer);
    const follower = next(item, reading, answer);
    if (follower !== null) queues.wait(item, follower);
  }
  return store;
}

/** What the store has to be asked, in the order of what waits; each address once. */
function requestsOf<Item>(waiting: readonly Waiting<Item>[], answers: ReadonlyMap<string, Answer>): readonly At[] {
  const requests: At[] = [];
  const native = new Set<string>();
  for (const { reading } of waiting) {
    const { at } = reading;
    const key = at.kind === 'native' || answers.size > 0 ? addressKey(at) : '';
    if (answers.has(key) || native.has(key)) continue;
    if (at.kind === 'native') native.add(key);
    requests.push(at);
  }
  return requests;
}

/** An entry by convention belongs to one secret, which asks for it again only where it was not there. */
function isWantedAgain(at: At, { kind }: Answer): boolean {
  return at.kind === 'native' || kind !== 'found';
}
