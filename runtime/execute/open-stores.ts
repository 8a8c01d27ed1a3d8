/** The stores of a linked plan, each opened when it is first needed and once in an operation, with its credentials. */

import type { At } from '#schemas/stores/address.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { StoreFault } from '#schemas/stores/judge.js';
import type { ConcreteStore, LinkedStore, Reading } from '../link/linked-plan.js';
import { CredentialFault, credentialLookup, type ReadSource } from '../providers/credentials.js';
import type { Answer, Call, Store, StoreFailure } from '../providers/provider.js';
import type { UsableStore } from '../stores/usable-store.js';
import type { ExecutePorts } from './ports.js';

export interface OpenStores {
  /** Never rejects: a store that cannot be opened says why. */
  open(index: number): Promise<Opened>;
  /** Reads a batch from one store; a failure of the store is the answer to each request. Never rejects. */
  read(index: number, addresses: readonly At[]): Promise<readonly Answer[]>;
  /** The store in reports and in the audit log: as the open store shows itself, else as it is written. */
  shown(index: number): string;
  /** The store in diagnostics: as the manifest, the user or the call writes it, redacted; never where this machine has it. */
  written(index: number): string;
  close(): Promise<void>;
}

export type Opened = Open | Closed;
export interface Open {
  readonly kind: 'open';
  readonly usable: UsableStore;
  readonly store: Store;
  readonly linked: ConcreteStore;
}
/** `fault`: what is wrong with the address itself; then `failure` says the same less precisely. */
export interface Closed {
  readonly kind: 'closed';
  readonly failure: StoreFailure;
  readonly fault: StoreFault | null;
}

/** What opening needs of the world. */
export type StorePorts = Pick<ExecutePorts, 'open' | 'environment' | 'record' | 'signal'>;

export function openStores(linked: readonly LinkedStore[], ports: StorePorts): OpenStores {
  const opening = new Map<number, Promise<Opened>>();
  const opened = new Map<number, Open>();
  const call: Call = {
    get signal() {
      return ports.signal;
    },
  };

  const stores: OpenStores = {
    open(index) {
      const underWay = opening.get(index) ?? openOne(linked[index], stores, ports).then(remembered(index));
      opening.set(index, underWay);
      return underWay;
    },
    async read(index, addresses) {
      const found = await stores.open(index);
      if (found.kind === 'closed') return addresses.map(() => failed(found.failure));
      return guarded(addresses, () => found.store.read(addresses, call));
    },
    shown: (index) => opened.get(index)?.store.shown ?? writtenOf(linked[index]),
    written: (index) => writtenOf(linked[index]),
    async close() {
      await Promise.allSettled([...opened.values()].map(({ store }) => store.close?.()));
    },
  };
  const remembered = (index: number) => (found: Opened) => {
    if (found.kind === 'open') opened.set(index, found);
    return found;
  };
  return stores;
}

async function openOne(linked: LinkedStore | undefined, stores: OpenStores, ports: StorePorts): Promise<Opened> {
  if (linked === undefined) throw new Error('a step of the linked plan names a store that it does not list');
  if (linked.kind === 'broken') return { kind: 'closed', failure: BROKEN, fault: linked.why };
  const readSource = (source: Reading) => readOne(stores, source);
  const credential = credentialLookup(linked, {
    // Asked for when a credential is: most stores need none, and the environment costs time to read.
    get environment() {
      return ports.environment;
    },
    record: ports.record,
    readSource,
  });
  try {
    const found = await ports.open(linked, credential);
    if (found.kind === 'refused') return { kind: 'closed', failure: found.failure, fault: null };
    return { kind: 'open', usable: found, store: found.store, linked };
  } catch (error) {
    return { kind: 'closed', failure: failureOf(error), fault: null };
  }
}

async function readOne(stores: OpenStores, source: Reading): ReturnType<ReadSource> {
  const [answer = failed(BROKEN)] = await stores.read(source.store, [source.at]);
  return { shown: stores.shown(source.store), written: stores.written(source.store), answer };
}

async function guarded(addresses: readonly At[], read: () => Promise<readonly Answer[]>): Promise<readonly Answer[]> {
  try {
    return await read();
  } catch (error) {
    const failure = failureOf(error);
    return addresses.map(() => failed(failure));
  }
}

/** What a provider threw. Only a credential's fault speaks for itself: any other text might hold a value. */
export function failureOf(error: unknown): StoreFailure {
  if (error instanceof CredentialFault) return error.failure;
  const name = error instanceof Error ? error.name : 'something';
  return { kind: 'failed', detail: `the provider crashed (${name}); this is a bug, please report it` };
}

function failed(failure: StoreFailure): Answer {
  return { kind: 'failed', failure };
}

const BROKEN: StoreFailure = { kind: 'unsupported', detail: 'the store cannot be used' };

function writtenOf(linked: LinkedStore | undefined): string {
  if (linked === undefined) return '';
  return linked.kind === 'broken' ? linked.shown : withoutCredentials(linked.uri);
}
