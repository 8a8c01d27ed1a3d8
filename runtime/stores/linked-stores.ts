/** `Stores` over a pool: keeps within the plan, opens, calls, guards and names the failure, in one place for all operations. */
import type { Outlook } from '../files/seen-path.js';
import { unlessAborted } from '../files/unless-aborted.js';
import type { ConcreteStore, LinkedPlan, LinkedStore } from '../link/linked-plan.js';
import type { Answer, Call, StoreFailure, WriteAnswer } from '../providers/provider.js';
import { type Failed, failed, StoreFailureError } from '../providers/store-failure.js';
import { seenAddress } from './seen-address.js';
import { type Bounds, isOutsidePlan } from './bounds.js';
import type { Closed, How, Open, Stores } from './stores.js';
import type { UsableStore } from './usable-store.js';

/** Opens a store of the plan, or returns the open one. Never rejects. */
export type OpenLinked = (store: ConcreteStore) => Promise<Whole | Closed>;
/** With what contacts its entries. */
export type Whole = Open & UsableStore;

/**
 * `own`: the signal of the operation, if it is not that of all; a read does not wait for a store that does not heed it. `outlook`: where
 * paths are seen from; null: as they are written.
 */
export function linkedStores(
  { stores }: LinkedPlan,
  openLinked: OpenLinked,
  bounds: Bounds,
  call: Call,
  own: AbortSignal | null = null,
  outlook: Outlook | null = null,
): Stores {
  const opening = new Map<number, Promise<Whole | Closed>>();
  const opened = new Map<number, Open>();
  const seen = (address: string) => (outlook === null ? address : seenAddress(address, outlook));

  function open(index: number): Promise<Whole | Closed> {
    const known = opening.get(index) ?? openOne(stores[index], index);
    opening.set(index, known);
    return known;
  }

  async function openOne(linked: LinkedStore | undefined, index: number): Promise<Whole | Closed> {
    if (linked === undefined) throw new Error('a step of the linked plan names a store that it does not list');
    if (linked.kind === 'broken') return { kind: 'closed', failure: BROKEN, fault: linked.why };
    const found = await openLinked(linked);
    if (found.kind === 'open') opened.set(index, found);
    return found;
  }

  /** `act` returns null if the store does not support the operation. */
  async function together<Request, Answer>(
    index: number,
    requests: readonly Request[],
    act: (store: UsableStore['store']) => Promise<readonly Answer[]> | undefined,
  ): Promise<readonly (Answer | Failed)[]> {
    if (requests.length === 0) return [];
    const found = await open(index);
    if (found.kind === 'closed') return requests.map(() => asFailed(found.failure));
    try {
      return (await act(found.store)) ?? requests.map(() => CANNOT);
    } catch (error) {
      if (isOutsidePlan(error)) throw error;
      // Thrown wherever a call finds that it was given up: no bug of the provider.
      const isGivenUp = call.signal.aborted && error === call.signal.reason;
      const failure = isGivenUp ? GIVEN_UP : failureOf(error);
      return requests.map(() => asFailed(failure));
    }
  }

  return {
    open,
    read: async (index, addresses, purpose, how) => {
      await bounds.require('read', index, addresses, purpose);
      const answers = await together(index, addresses, (store) =>
        unlessAborted(() => store.read(addresses, asked(call, how)), own ?? undefined),
      );
      return answers.map(whole);
    },
    write: async (index, entries, purpose, how) => {
      const addresses = entries.map(({ at }) => at);
      await bounds.require('write', index, addresses, purpose);
      const answers = await together(index, entries, (store) => store.write?.(entries, asked(call, how)));
      return answers.map(whole);
    },
    remove: async (index, addresses, purpose) => {
      await bounds.require('remove', index, addresses, purpose);
      return together(index, addresses, (store) => store.remove?.(addresses, call));
    },
    async list(index) {
      await bounds.requireStore(index, 'list');
      const [answer] = await together(index, [null], (store) => store.list?.(call).then((listed) => [listed]));
      return answer ?? CANNOT;
    },
    async recipients(index) {
      await bounds.requireStore(index, 'look');
      const answers = await together(index, [null], (store) => store.recipients?.(call).then((answer) => [answer]));
      return answers[0] === CANNOT || answers[0] === undefined ? UNLISTED : answers[0];
    },
    async rekey(index, isTrial) {
      await bounds.requireStore(index, 'rekey');
      const answers = await together(index, [null], (store) => store.rekey?.(call, isTrial).then((answer) => [answer]));
      return answers[0] === CANNOT || answers[0] === undefined ? UNLISTED : answers[0];
    },
    async placedNames(index) {
      await bounds.requireStore(index, 'look');
      const [placed] = await together(index, [null], (store) => store.placedNames?.(call).then((names) => [names]));
      return placed === undefined || placed === null || 'kind' in placed ? null : placed;
    },
    shown: (index) => opened.get(index)?.shown ?? calledBy(stores[index]),
    seen,
    called: (index) => seen(calledBy(stores[index])),
    written: (index) => calledBy(stores[index]),
  };
}

/** JSON of a server can spell half of a surrogate pair, which is not a character: with another one in its place it is another value. */
function whole<Result extends Answer | WriteAnswer>(answer: Result): Result | Failed {
  return 'value' in answer && !answer.value.isWhole ? HALF : answer;
}

/** The signal is read only where it is needed: reading it starts listening. */
function asked(call: Call, how: How | undefined): Call {
  if (how === undefined) return call;
  return {
    get signal() {
      return call.signal;
    },
    ...how,
  };
}

export function openAs(linked: ConcreteStore, usable: UsableStore): Whole {
  return {
    ...usable,
    linked,
    get shown() {
      // An external provider may say more once it was contacted.
      return usable.store.shown ?? calledBy(linked);
    },
  };
}

/** What a provider threw. Only the message of a credential's fault is shown: any other text might hold a value. */
export function failureOf(error: unknown): StoreFailure {
  if (error instanceof StoreFailureError) return error.failure;
  const name = error instanceof Error ? error.name : 'something';
  return { kind: 'failed', detail: `the provider crashed (${name}); this is a bug, please report it` };
}

function asFailed(failure: StoreFailure): Failed {
  return { kind: 'failed', failure };
}

const GIVEN_UP: StoreFailure = { kind: 'timeout', detail: 'the call was given up' };
const BROKEN: StoreFailure = { kind: 'unsupported', detail: 'the store cannot be used' };
const HALF = failed(
  'malformed',
  'the value has half of a surrogate pair (such as `\\ud800` in JSON), which is not a character',
  'store the value again',
);
const UNLISTED = { kind: 'no list' } as const;
const CANNOT = failed('unsupported', 'the store cannot do this');

function calledBy(linked: LinkedStore | undefined): string {
  if (linked === undefined) return '';
  return linked.kind === 'broken' ? linked.shown : (linked.shown ?? linked.uri);
}
