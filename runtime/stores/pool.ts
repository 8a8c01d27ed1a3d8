/** The stores of a session: each opened when it is first needed, and once for all operations, with its credentials. */

import { byName } from '#schemas/named.js';
import { addressKey } from '#schemas/addresses/address.js';
import type { Owner, StoreAccess } from '../access/store-access.js';
import type { Outlook } from '../files/seen-path.js';
import type { ConcreteStore, LinkedPlan, Reading } from '../link/linked-plan.js';
import type { Call, ProviderPorts, Refused, WriteAnswer } from '../providers/provider.js';
import { UNANSWERED } from '../providers/store-failure.js';
import type { Environment } from '../values/environment.js';
import type { SecretValue } from '../values/secret-value.js';
import type { ReadSource } from './credentials.js';
import type { AskCredential } from './private-credentials.js';
import { type Asked, Bounds, isOutsidePlan } from './bounds.js';
import { failureOf, linkedStores, openAs, type Whole } from './linked-stores.js';
import type { Closed, Stores } from './stores.js';
import type { UsableStore } from './usable-store.js';

export type Credential = ProviderPorts['credential'];
export type ExternalCredential = ProviderPorts['external']['credential'];

export interface PoolPorts {
  /** Loads the provider and opens the store; `credential` gets this store's own credentials. Called once per entry. */
  readonly open: (
    store: ConcreteStore,
    owner: Owner,
    credential: Credential,
    external: ExternalCredential,
  ) => Promise<UsableStore | Refused>;
  /** Asks a person for a credential that an external provider requires; null where none may be asked for. */
  readonly askCredential?: AskCredential | null;
  /** Where credentials are looked up if no alias binds them; bytes, as the process got them. */
  readonly environment: Environment;
  readonly record: (access: StoreAccess, owner: Owner) => void;
  readonly signal: AbortSignal;
  /** Where people see paths from; left out: paths are shown as they are written. */
  readonly outlook?: Outlook;
}

type RecordAccess = (access: StoreAccess) => void;

export class StorePool {
  readonly #ports: PoolPorts;
  readonly #call: Call;
  #entries = new Map<string, Promise<Whole | Closed>>();

  constructor(ports: PoolPorts) {
    this.#ports = ports;
    this.#call = {
      get signal() {
        return ports.signal;
      },
    };
  }

  /**
   * The stores of the plan, by position, for one operation: in it a store that cannot be opened stays closed. None is opened yet.
   * `signal` gives up this operation alone; what a store does for all of them, such as reading its credentials, goes on. `record`: how the
   * credentials of stores that it opens are recorded, and contacts that are refused. `asked`: what the call asks for besides the plan.
   */
  storesOf(
    linked: LinkedPlan,
    signal: AbortSignal | null = null,
    record: RecordAccess = this.#recordFor(linked),
    asked: Asked = {},
  ): Stores {
    const call = signal === null ? this.#call : { signal };
    const bounds = new Bounds(linked, asked, record);
    const open = (store: ConcreteStore) => this.#entry(linked, store, record);
    return linkedStores(linked, open, bounds, call, signal, this.#ports.outlook);
  }

  /** Closes every store. A store that is used later is opened again, with the credentials of that moment. */
  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    this.#entries = new Map();
    await Promise.allSettled(entries.map(async (entry) => closed(await entry)));
  }

  #recordFor(plan: LinkedPlan): RecordAccess {
    return (access) => this.#ports.record(access, plan);
  }

  #entry(plan: LinkedPlan, store: ConcreteStore, record: RecordAccess): Promise<Whole | Closed> {
    const key = keyOf(plan, store);
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry = this.#open(plan, store, record);
    this.#entries.set(key, entry);
    // A failure is not kept: what was locked may be unlocked when the next operation needs the store (providers-local 1.4).
    const forget = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    };
    void entry.then(({ kind }) => {
      if (kind === 'closed') forget();
    }, forget);
    return entry;
  }

  async #open(plan: LinkedPlan, linked: ConcreteStore, record: RecordAccess): Promise<Whole | Closed> {
    const ports = this.#ports;
    // Most stores need no credential, so this code is loaded with the first one.
    let lookup: Promise<Credential> | null = null;
    const loaded = async (): Promise<Credential> => {
      const { credentialLookup } = await import('./credentials.js');
      const { environment } = ports;
      // Stores of their own: those of the operation that opened this one would keep what could not be opened then.
      const readSource: ReadSource = (source) => readOne(this.storesOf(plan, null, record), plan, source);
      return credentialLookup(linked, { environment, record, readSource });
    };
    const credential: Credential = async (name, ask) => {
      lookup ??= loaded();
      return (await lookup)(name, ask);
    };
    const external: ExternalCredential = async (wanted) => {
      const { externalCredential } = await import('./external-credentials.js');
      // The operation that opened the store may not be the one that asks now.
      const asking: Asked = { storesCredentials: (ports.askCredential ?? null) !== null };
      return externalCredential(linked, wanted, {
        credential,
        keyring: (store) =>
          ports.open(
            store,
            plan,
            async () => null,
            async () => null,
          ),
        requirePrivate: (access, item) => new Bounds(plan, asking, record).requirePrivate(linked, access, item),
        write: (source, value) => writeOne(this.storesOf(plan, null, record, asking), source, value),
        ask: ports.askCredential ?? null,
        record: (access) => ports.record(access, plan),
        called: ({ store }) => this.storesOf(plan).called(store),
        signal: ports.signal,
      });
    };
    try {
      const found = await ports.open(linked, plan, credential, external);
      if (found.kind === 'refused') return { kind: 'closed', failure: found.failure, fault: null };
      return openAs(linked, found);
    } catch (error) {
      if (isOutsidePlan(error)) throw error;
      return { kind: 'closed', failure: failureOf(error), fault: null };
    }
  }
}

async function closed(entry: Whole | Closed): Promise<void> {
  if (entry.kind === 'open') await entry.store.close?.();
}

/** A store belongs to one linked plan, whose secrets a program may ask for again and again. */
const keys = new WeakMap<ConcreteStore, string>();

/** Equal texts mean the same store for the same owner, with the same credentials. */
function keyOf(plan: LinkedPlan, store: ConcreteStore): string {
  const key = keys.get(store) ?? keyMadeOf(plan, store);
  keys.set(store, key);
  return key;
}

function keyMadeOf({ project, profile, stores }: LinkedPlan, store: ConcreteStore): string {
  const sourceOf = ({ store: index, at }: Reading) => {
    const source = stores[index];
    return [source?.kind === 'store' ? source.uri : null, addressKey(at)];
  };
  const credentials = Object.entries(store.credentials).map(([name, source]) => [name, ...sourceOf(source)] as const);
  credentials.sort(([left], [right]) => byName(String(left), String(right)));
  return JSON.stringify([project, profile, store.uri, store.aliases, credentials]);
}

async function readOne(stores: Stores, plan: LinkedPlan, source: Reading): ReturnType<ReadSource> {
  const [answer = UNANSWERED] = await stores.read(source.store, [source.at], 'signing in');
  const linked = plan.stores[source.store];
  const uri = linked?.kind === 'store' ? linked.uri : null;
  return { shown: stores.shown(source.store), called: stores.called(source.store), uri, answer };
}

async function writeOne(stores: Stores, source: Reading, value: SecretValue): Promise<WriteAnswer> {
  const [answer = UNANSWERED] = await stores.write(source.store, [{ at: source.at, value }], 'signing in');
  return answer;
}
