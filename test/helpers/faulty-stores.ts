/** Every store of a plan in memory, each entry once, whatever its spelling; some are down. What real execution over them comes to. */
import { execute } from '#runtime/execute/execute.js';
import type { Mode } from '#runtime/execute/mode.js';
import type { ExecuteResult } from '#runtime/execute/resolution.js';
import type { LinkedPlan } from '#runtime/link/linked-plan.js';
import type { Answer, Store, StoreFailure } from '#runtime/providers/provider.js';
import { StorePool } from '#runtime/stores/pool.js';
import type { UsableStore } from '#runtime/stores/usable-store.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import { type Abilities, KEEPS_ALL } from '#schemas/providers/descriptor.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { entryIn, entryText } from '#schemas/stores/entry-behind.js';
import { identityText } from '#schemas/stores/identity.js';
import { fakePrograms } from './fake-programs.js';

/** What stores of the user are linked as, of which the plan knows nothing: the default store has no name. */
export function uriOfUsers(name: string): string {
  return `${OF_USERS}${name}`;
}
const OF_USERS = 'dotenv://of-the-user-';

export interface FaultyWorld {
  /** Values by entry. */
  readonly entries: Map<string, Uint8Array>;
  /** Identities of the stores that fail. */
  readonly down: ReadonlySet<string>;
  /** What a person answers; null: nobody is asked. */
  readonly answer: string | null;
}

const DOWN: StoreFailure = { kind: 'failed', detail: 'out of order' };
const UNREADABLE: StoreFailure = { kind: 'unsupported', detail: 'it can only be written' };
const EVERYTHING: Abilities = {
  coordinates: {},
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: false,
  keeps: KEEPS_ALL,
};

export function executeOver(world: FaultyWorld, linked: LinkedPlan, mode: Mode): Promise<ExecuteResult> {
  const signal = new AbortController().signal;
  const pool = new StorePool({
    async open({ uri, scheme, credentials }, _, credential): Promise<UsableStore> {
      for (const name of Object.keys(credentials)) await credential(name, { required: true });
      const name = uri.startsWith(OF_USERS) ? uri.slice(OF_USERS.length) : null;
      const parsed = name === null ? parseStoreUri(uri) : null;
      const known = parsed?.kind === 'uri' ? parsed : null;
      const abilities = (known && descriptorOf(scheme)?.abilities(known)) ?? EVERYTHING;
      return { kind: 'open', scheme, abilities, store: new FaultyStore(world, linked, known ?? name, abilities) };
    },
    environment: new Map(),
    record: () => {},
    signal,
  });
  const { answer } = world;
  const now = () => new Date();
  return execute(linked, mode, {
    stores: pool.storesOf(linked),
    concurrency: 8,
    progress: () => {},
    ask: answer === null ? null : async () => ({ kind: 'answer', value: SecretValue.fromText(answer) }),
    notice: async () => {},
    record: () => {},
    temporary: { write: async () => '/tmp/file', remove: () => {} },
    generators: { programs: fakePrograms({}), environment: new Map(), folder: '/', signal, now },
    now,
    uninterruptibly: (work) => work(),
  });
}

class FaultyStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #world: FaultyWorld;
  readonly #linked: LinkedPlan;
  readonly #uri: StoreUri | null;
  readonly #abilities: Abilities;

  /** `store`: its address, or the name of one of the user's. */
  constructor(world: FaultyWorld, linked: LinkedPlan, store: StoreUri | string | null, abilities: Abilities) {
    this.#world = world;
    this.#linked = linked;
    this.#uri = typeof store === 'string' ? null : store;
    this.#abilities = abilities;
    this.shown = this.#uri === null ? `open ${store}` : identityText(this.#uri, linked);
  }

  async read(requests: readonly At[]): Promise<readonly Answer[]> {
    return requests.map((at) => this.#answerTo(at));
  }

  #answerTo(at: At): Answer {
    if (this.#world.down.has(this.shown)) return { kind: 'failed', failure: DOWN };
    if (!this.#abilities.read) return { kind: 'failed', failure: UNREADABLE };
    const value = this.#abilities.keeps.generated ? this.#world.entries.get(this.#keyOf(at)) : undefined;
    return value === undefined ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromBytes(value) };
  }

  write: NonNullable<Store['write']> = async (written) => {
    return written.map(({ at, value, onlyIfAbsent }) => {
      if (this.#world.down.has(this.shown)) return { kind: 'failed', failure: DOWN };
      const there = this.#world.entries.get(this.#keyOf(at));
      if (onlyIfAbsent && there !== undefined) return { kind: 'present', value: SecretValue.fromBytes(there) };
      this.#world.entries.set(this.#keyOf(at), value.reveal());
      return { kind: 'written' };
    });
  };

  remove: NonNullable<Store['remove']> = async (removed) => {
    return removed.map((at) => {
      if (this.#world.down.has(this.shown)) return { kind: 'failed', failure: DOWN };
      return { kind: this.#world.entries.delete(this.#keyOf(at)) ? 'removed' : 'absent' };
    });
  };

  async refusal(at: At, action: 'write' | 'remove'): Promise<string | null> {
    const entry = entryIn(this.#uri, at, this.#linked);
    if (entry === null || this.#uri === null) return null;
    return descriptorOf(this.#uri.scheme)?.refusesChange?.(entry, action, this.#uri)?.problem ?? null;
  }

  async identity(at: At | null): Promise<string> {
    return at === null ? this.shown : this.#keyOf(at);
  }

  #keyOf(at: At): string {
    return `${this.shown}\n${entryText({ at, entry: entryIn(this.#uri, at, this.#linked) })}`;
  }
}
