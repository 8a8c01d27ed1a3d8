/**
 * A store whose descriptor names its entries: what all of them answer alike, so that each says only what it asks of its server or
 * program, and how it is worded. An address that the store cannot have is refused before anything is sent.
 */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import type { At } from '#schemas/addresses/address.js';
import { type Entry, entryKey } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../../values/cleaned.js';
import { EntryNames } from '../entry-names.js';
import type {
  Answer,
  Call,
  ListAnswer,
  Listed,
  ProviderPorts,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from '../provider.js';
import { type Failed, UNANSWERED } from '../store-failure.js';
import type { BatchOptions } from './batch-options.js';

/** A value for an entry. */
export interface EntryWrite extends WriteEntry {
  readonly entry: Entry;
}

/** `no field`: the entry is there without the field. */
export type EntryAnswer = Answer | { readonly kind: 'no field' };

/** What differs from store to store. The entries are those that fit; each list of answers has their order. */
export interface EntryRequests {
  /** What an entry is called: `secret`; left out: there is no word for it. */
  readonly noun?: string;
  /** What reports call it, where this machine decides that; left out: its canonical address. */
  readonly shown?: string;
  /** Equal texts mean the same store: the container of its entries, and the part of it that those by convention are in. */
  container(): string | Promise<string>;
  readonly part?: string;
  /** Where a write goes, for people. `name`: of the entry, cleaned. */
  target(name: string, entry: Entry): string;
  /** What is missing, for people: `secret NAME`. Left out: version, noun and name. */
  missing?(name: string, entry: Entry): string;
  read(entries: readonly Entry[], call: Call): Promise<readonly EntryAnswer[]>;
  /** Why the store cannot hold a value, which is certain before a request. */
  valueProblem?(wanted: WriteEntry): Failed | null;
  write?(wanted: readonly EntryWrite[], call: Call): Promise<readonly WriteAnswer[]>;
  remove?(entries: readonly Entry[], call: Call): Promise<readonly RemoveAnswer[]>;
  list?(call: Call): Promise<readonly Listed[] | Failed>;
  /** Why nothing can be changed, as far as this machine knows; null: it may be. */
  refusal?(): Failed | null;
  /** Left out: nothing stays open. */
  close?(): Promise<unknown>;
}

type EntryNaming = Pick<ProviderDescriptor, 'entry' | 'refusesChange'>;

export function entryStore(naming: EntryNaming, uri: StoreUri, { context }: Ports, requests: EntryRequests): Store {
  const { write, remove, list } = requests;
  const names = new EntryNames(naming, uri, context);
  const store = new EntryStore(uri, names, requests);
  // What a store lacks shows in what it has no method for.
  if (write !== undefined) store.write = (entries, call) => store.writeFit(entries, write.bind(requests), call);
  if (remove !== undefined) store.remove = (entries, call) => store.removeFit(entries, remove.bind(requests), call);
  if (list !== undefined) store.list = async (call) => listAnswer(await list.call(requests, call), names);
  return store;
}
type Ports = Pick<ProviderPorts, 'context'>;

class EntryStore implements Store {
  readonly kind = 'open';
  readonly shown?: string;
  write?: NonNullable<Store['write']>;
  remove?: NonNullable<Store['remove']>;
  list?: NonNullable<Store['list']>;
  readonly #scheme: string;
  readonly #names: EntryNames;
  readonly #requests: EntryRequests;
  /** Entries that exist without the requested field. */
  readonly #incomplete = new Set<string>();

  constructor(uri: StoreUri, names: EntryNames, requests: EntryRequests) {
    if (requests.shown !== undefined) this.shown = requests.shown;
    this.#scheme = uri.scheme;
    this.#names = names;
    this.#requests = requests;
  }

  read(requested: readonly At[], call: Call): Promise<readonly Answer[]> {
    return answered<At, Entry, Answer>(
      requested,
      (at) => this.#names.of(at),
      async (entries) => {
        const answers = await this.#requests.read(entries, call);
        return entries.map((entry, index) => this.#noted(answers[index] ?? UNANSWERED, entry));
      },
    );
  }

  writeFit(entries: readonly WriteEntry[], write: NonNullable<EntryRequests['write']>, call: Call) {
    return answered<WriteEntry, EntryWrite, WriteAnswer>(
      entries,
      (wanted) => {
        const entry = this.#names.toChange(wanted.at, 'write');
        if (entry.kind === 'failed') return entry;
        return this.#requests.valueProblem?.(wanted) ?? { ...wanted, entry };
      },
      (fit) => write(fit, call),
    );
  }

  removeFit(addresses: readonly At[], remove: NonNullable<EntryRequests['remove']>, call: Call) {
    return answered<At, Entry, RemoveAnswer>(
      addresses,
      (at) => this.#names.toChange(at, 'remove'),
      (fit) => remove(fit, call),
    );
  }

  async refusal(at: At, action: 'write' | 'remove'): Promise<string | null> {
    return this.#names.refusal(at, action, this.#requests.refusal?.() ?? null);
  }

  async absence(at: At): Promise<string> {
    const entry = this.#names.of(at);
    if (entry.kind === 'failed') return entry.failure.detail;
    const { noun } = this.#requests;
    const name = cleaned(entry.name);
    const what = noun === undefined ? name : `${noun} ${name}`;
    if (this.#incomplete.has(entryKey(entry)))
      return `${this.#scheme}: ${what} has no field ${cleaned(entry.field ?? '')}`;
    const version = entry.version === undefined ? '' : `version ${cleaned(entry.version)} of `;
    return `${this.#scheme}: no ${this.#requests.missing?.(name, entry) ?? `${version}${what}`}`;
  }

  async target(at: At): Promise<string> {
    const entry = this.#names.of(at);
    return entry.kind === 'failed' ? this.#names.shown(at) : this.#requests.target(cleaned(entry.name), entry);
  }

  async identity(at: At | null): Promise<string> {
    const end = at === null ? this.#requests.part : this.#names.keyOf(at);
    const container = await this.#requests.container();
    return end === undefined ? container : `${container}\n${end}`;
  }

  async close(): Promise<void> {
    await this.#requests.close?.();
  }

  #noted(answer: EntryAnswer, entry: Entry): Answer {
    if (answer.kind !== 'no field') return answer;
    this.#incomplete.add(entryKey(entry));
    return { kind: 'absent' };
  }
}

/** An entry whose name no address may have cannot be offered. */
function listAnswer(entries: readonly Listed[] | Failed, names: EntryNames): ListAnswer {
  if ('failure' in entries) return entries;
  const isFit = ({ at }: Listed) => at === null || names.problem({ kind: 'native', ...at }) === null;
  return { kind: 'listed', entries: entries.filter(isFit) };
}

/** The failures of what does not fit, and the answers about the rest, in the order of all. */
async function answered<Item, Fit extends object, Done>(
  items: readonly Item[],
  fitOf: (item: Item) => Fit | Failed,
  ask: (fit: readonly Fit[]) => Promise<readonly Done[]>,
): Promise<readonly (Done | Failed)[]> {
  const judged = items.map(fitOf);
  const fit = judged.filter((one): one is Fit => !('failure' in one));
  const answers = (fit.length === 0 ? [] : await ask(fit))[Symbol.iterator]();
  return judged.map((one) => ('failure' in one ? one : (answers.next().value ?? UNANSWERED)));
}

/** What runs requests side by side, and stops after a failure of the whole store. */
interface Batches {
  inBatch<Item, Done>(
    items: readonly Item[],
    work: (item: Item) => Promise<Done | Failed>,
    options?: BatchOptions,
  ): Promise<(Done | Failed)[]>;
}

/** A request for each entry; equal ones share it. */
export async function eachEntry<Done>(
  api: Batches,
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<Done | Failed>,
  call?: Call,
): Promise<(Done | Failed)[]> {
  const distinct = new Map(entries.map((entry) => [entryKey(entry), entry]));
  const answers = await api.inBatch([...distinct.values()], work, { call });
  const known = new Map([...distinct.keys()].map((key, index) => [key, answers[index]]));
  return entries.map((entry) => known.get(entryKey(entry)) ?? UNANSWERED);
}

/** One at a time: after a failure of the whole store no other entry is in doubt. */
export function oneAtATime(
  api: Batches,
  wanted: readonly EntryWrite[],
  work: (wanted: EntryWrite) => Promise<WriteAnswer>,
): Promise<readonly WriteAnswer[]> {
  return api.inBatch<EntryWrite, WriteAnswer>(wanted, work, { atOnce: 1 });
}
