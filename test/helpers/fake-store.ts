/** Stores in memory, and everything else that execution is given: tests see what was asked of them. */

import type { StoreAccess } from '#runtime/access/store-access.js';
import type { AskAnswer, ExecutePorts, Question } from '#runtime/execute/ports.js';
import type { Replaced } from '#runtime/files/files.js';
import type { LinkedPlan } from '#runtime/link/linked-plan.js';
import type { Answer, Refused, Store, StoreFailure, WriteAnswer, WriteEntry } from '#runtime/providers/provider.js';
import type { Asked } from '#runtime/stores/bounds.js';
import { type Credential, StorePool } from '#runtime/stores/pool.js';
import type { Stores } from '#runtime/stores/stores.js';
import type { UsableStore } from '#runtime/stores/usable-store.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { Abilities } from '#schemas/providers/descriptor.js';
import type { At } from '#schemas/addresses/address.js';
import { fakePrograms } from './fake-programs.js';

/** What one fake store holds and how it behaves; entries are changed by writes. */
export interface FakeStore {
  readonly entries: Map<string, string | Uint8Array>;
  /** One list of entry names per call of `read`, in order. */
  readonly reads: string[][];
  readonly writes: string[][];
  readonly removals: string[][];
  /** Every request fails with this. */
  failing?: StoreFailure | null;
  /** Only these entries fail. */
  readonly failingEntries?: Readonly<Record<string, StoreFailure>>;
  /** `open` refuses. */
  refusing?: StoreFailure;
  readonly readOnly?: boolean;
  /** Cannot hold other bytes. */
  readonly holdsTextOnly?: boolean;
  /** Cannot be read; lists its entries. */
  readonly writeOnly?: boolean;
  /** Cannot remove entries. */
  readonly neverRemoves?: boolean;
  readonly failsWrites?: boolean | StoreFailure;
  readonly failsRemovals?: boolean;
  /** Keeps no produced value, as `null` does. */
  readonly ephemeral?: boolean;
  /** What a write does to its file besides. */
  readonly replaced?: Replaced;
  readonly notes?: readonly string[];
  /** What another process stores between our read and our write. */
  readonly meanwhile?: Readonly<Record<string, string>>;
  /** Reads wait for this. */
  readonly gate?: () => Promise<void>;
  /** Tells of each answer as it comes. */
  readonly answersSingly?: boolean;
  readonly identity?: string;
  /** Of every entry, whatever its name. */
  readonly entryIdentity?: string;
  opened: number;
}

export type FakeParts = Partial<Omit<FakeStore, 'entries' | 'opened'>> & {
  readonly entries?: Readonly<Record<string, string | Uint8Array>>;
};

export function fakeStore({ entries = {}, ...parts }: FakeParts = {}): FakeStore {
  return { reads: [], writes: [], removals: [], ...parts, entries: new Map(Object.entries(entries)), opened: 0 };
}

/** The name of an entry: the key by convention, `item` or `item#field` where an author chose it. */
export function entryName(at: At): string {
  if (at.kind === 'convention') return at.key;
  return at.field === undefined ? at.item : `${at.item}#${at.field}`;
}

/** A call that asks for whatever its stores have. */
export function everything({ stores }: LinkedPlan): Asked {
  return { any: [...stores.keys()] };
}

export interface FakeWorld {
  /** The stores of a plan, out of one pool. */
  storesOf(linked: LinkedPlan, asked?: Asked): Stores;
  /** `asked`: what the call asks for besides the plan; left out: nothing. */
  portsFor(linked: LinkedPlan, asked?: Asked): ExecutePorts;
  readonly notices: string[];
  readonly accesses: StoreAccess[];
  readonly questions: Question[];
  /** Temporary files by path. */
  readonly files: Map<string, Uint8Array>;
}

export interface WorldParts {
  readonly environment?: Readonly<Record<string, string>>;
  readonly concurrency?: number;
  readonly progress?: ExecutePorts['progress'];
  readonly answers?: Readonly<Record<string, string>> | null;
  readonly now?: () => Date;
  readonly programs?: Parameters<typeof fakePrograms>[0];
  readonly signal?: AbortSignal;
  /** Called with the store's URI and its way to credentials, before it opens. */
  readonly onOpen?: (uri: string, credential: Credential) => Promise<void>;
}

/** Stores by the URI they are linked under. */
export function fakeWorld(stores: Readonly<Record<string, FakeStore>>, parts: WorldParts = {}): FakeWorld {
  const notices: string[] = [];
  const accesses: StoreAccess[] = [];
  const questions: Question[] = [];
  const files = new Map<string, Uint8Array>();
  const { answers = null } = parts;
  const record = (access: StoreAccess) => accesses.push(access);
  const environment = new Map(Object.entries(parts.environment ?? {}).map(([name, text]) => [name, Buffer.from(text)]));
  const pool = new StorePool({
    async open({ uri, scheme }, _, credential) {
      const fake = stores[uri];
      if (fake === undefined) throw new Error(`no fake store for ${uri}`);
      await parts.onOpen?.(uri, credential);
      return opened({ uri, scheme }, fake);
    },
    environment,
    record,
    signal: new AbortController().signal,
  });
  const storesOf = (linked: LinkedPlan, asked: Asked = {}) => pool.storesOf(linked, null, record, asked);
  const now = parts.now ?? (() => new Date(0));
  const generators = {
    programs: fakePrograms({ ...parts.programs }),
    environment,
    folder: '/',
    signal: parts.signal ?? new AbortController().signal,
    now,
  };
  const portsFor = (linked: LinkedPlan, asked: Asked = {}): ExecutePorts => ({
    stores: storesOf(linked, asked),
    concurrency: parts.concurrency ?? 8,
    progress: parts.progress ?? (() => {}),
    ask: answers === null ? null : async (question) => answered(question, answers, questions),
    notice: async (text) => {
      notices.push(text);
    },
    record,
    temporary: {
      async write(value, suffix) {
        const path = `/tmp/.tmp${files.size + 1}${suffix}`;
        files.set(path, value.reveal());
        return path;
      },
      remove: (path) => files.delete(path),
    },
    generators,
    now,
    uninterruptibly: (work) => work(),
  });
  return { storesOf, portsFor, notices, accesses, questions, files };
}

/** What a question is about: hidden inputs have no name in it. */
export function askedFor(question: Question): string {
  return 'secret' in question ? question.secret : `input of ${question.inputOf}`;
}

function answered(question: Question, answers: Readonly<Record<string, string>>, questions: Question[]): AskAnswer {
  questions.push(question);
  const text = answers[askedFor(question)];
  return text === undefined ? { kind: 'unavailable' } : { kind: 'answer', value: SecretValue.fromText(text) };
}

const UNREADABLE: StoreFailure = { kind: 'unsupported', detail: 'it can only be written' };
const FAILED: StoreFailure = { kind: 'failed', detail: 'out of order' };

function opened({ uri, scheme }: { uri: string; scheme: string }, fake: FakeStore): UsableStore | Refused {
  fake.opened += 1;
  if (fake.refusing) return { kind: 'refused', failure: fake.refusing };
  return { kind: 'open', scheme, abilities: abilitiesOf(fake), store: storeOf(uri, fake) };
}

function storeOf(uri: string, fake: FakeStore): Store {
  return {
    kind: 'open',
    shown: uri,
    async read(requests, { answered }) {
      await fake.gate?.();
      fake.reads.push(requests.map(entryName));
      if (fake.writeOnly) return requests.map(() => ({ kind: 'failed', failure: UNREADABLE }));
      return requests.map((at) => {
        if (fake.answersSingly === true) answered?.();
        return answerTo(fake, entryName(at));
      });
    },
    async write(entries) {
      fake.writes.push(entries.map(({ at }) => entryName(at)));
      const failure = fake.failsWrites === true ? FAILED : fake.failsWrites;
      if (failure) return entries.map(() => ({ kind: 'failed', failure }));
      for (const [name, text] of Object.entries(fake.meanwhile ?? {})) fake.entries.set(name, text);
      return entries.map((entry) => answerToWrite(fake, entry));
    },
    async remove(entries) {
      fake.removals.push(entries.map(entryName));
      if (fake.failsRemovals) return entries.map(() => ({ kind: 'failed', failure: FAILED }));
      return entries.map((at) => ({ kind: fake.entries.delete(entryName(at)) ? 'removed' : 'absent' }));
    },
    ...(fake.writeOnly && {
      async list() {
        if (fake.failing) return { kind: 'failed', failure: fake.failing };
        const names = [...fake.entries.keys()];
        return {
          kind: 'listed',
          entries: names.map((name) => ({ name, at: name.startsWith('/') ? { item: name } : null })),
        };
      },
    }),
    refusal: async (_, action) => (fake.readOnly && action === 'write' ? 'it is read-only' : null),
    absence: async (at) => `not in ${uri}${at.kind === 'native' ? ` under ${entryName(at)}` : ''}`,
    target: async (at) => `item=${entryName(at)}`,
    identity: async (at) => (at && fake.entryIdentity) ?? `${fake.identity ?? uri} ${at === null ? '' : entryName(at)}`,
  };
}

function answerToWrite(fake: FakeStore, { at, value, onlyIfAbsent }: WriteEntry): WriteAnswer {
  const there = answerTo(fake, entryName(at));
  if (onlyIfAbsent && there.kind === 'found') return { kind: 'present', value: there.value };
  fake.entries.set(entryName(at), value.reveal());
  return {
    kind: 'written',
    ...(fake.replaced && { replaced: fake.replaced }),
    ...(fake.notes && { notes: fake.notes }),
  };
}

function answerTo(fake: FakeStore, name: string): Answer {
  const failure = fake.failing ?? fake.failingEntries?.[name];
  if (failure) return { kind: 'failed', failure };
  const value = fake.entries.get(name);
  if (value === undefined) return { kind: 'absent' };
  const secret = typeof value === 'string' ? SecretValue.fromText(value) : SecretValue.fromBytes(value);
  return { kind: 'found', value: secret };
}

function abilitiesOf({ readOnly = false, ephemeral = false, ...fake }: FakeStore): Abilities {
  return {
    coordinates: { field: 'optional' },
    values: fake.holdsTextOnly ? 'text' : 'bytes',
    read: !fake.writeOnly,
    write: readOnly ? 'no' : 'all',
    remove: !fake.neverRemoves,
    list: fake.writeOnly ?? false,
    keeps: { generated: !ephemeral, prompted: !ephemeral },
  };
}

/** The texts that the stores of a world hold for an entry, by URI. */
export function textIn(fake: FakeStore, entry: string): string | null {
  const value = fake.entries.get(entry);
  return value === undefined ? null : Buffer.from(value).toString('utf8');
}

/** The URIs of the linked stores, `broken` for those that cannot be. */
export function urisOf({ stores }: LinkedPlan): readonly string[] {
  return stores.map((store) => (store.kind === 'store' ? store.uri : 'broken'));
}
