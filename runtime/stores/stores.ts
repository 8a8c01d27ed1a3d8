/** The stores of a linked plan, by position: each operation opens the store, guards the call and classifies failures. */
import type { At } from '#schemas/addresses/address.js';
import type { StoreFault } from '#schemas/stores/judge.js';
import type { ConcreteStore } from '../link/linked-plan.js';
import type {
  Answer,
  Call,
  ListAnswer,
  PlacedNames,
  RecipientsAnswer,
  RekeyAnswer,
  RemoveAnswer,
  Store,
  StoreFailure,
  WriteAnswer,
  WriteEntry,
} from '../providers/provider.js';
import type { ContactPurpose } from './bounds.js';
import type { UsableStore } from './usable-store.js';

/**
 * No method rejects: a failure of the store, or of opening it, is the answer to each request. The one exception is a contact that the plan
 * does not allow, which is a bug of whoever asks.
 */
export interface Stores {
  /** Opens the store, or says why it cannot be opened. */
  open(index: number): Promise<OpenedStore>;
  /** One batch; one answer per address, in the same order, as in the other methods. */
  read(index: number, addresses: readonly At[], purpose: ContactPurpose, how?: How): Promise<readonly Answer[]>;
  write(
    index: number,
    entries: readonly WriteEntry[],
    purpose: ContactPurpose,
    how?: How,
  ): Promise<readonly WriteAnswer[]>;
  remove(index: number, addresses: readonly At[], purpose: ContactPurpose): Promise<readonly RemoveAnswer[]>;
  list(index: number): Promise<ListAnswer>;
  /** Where the entries are in a file of plain text that people edit; null for other stores, and if it cannot be read. */
  placedNames(index: number): Promise<PlacedNames | null>;
  /** For whom its file is encrypted. A store without a list of recipients is one that has none. */
  recipients(index: number): Promise<RecipientsAnswer>;
  rekey(index: number, isTrial: boolean): Promise<RekeyAnswer>;
  /** The store in reports for programs and in the audit log: as the open store calls itself, else its canonical address. */
  shown(index: number): string;
  /** What `shown` gave, for people: a path as it is seen from the working folder. */
  seen(address: string): string;
  /** The store in messages: its canonical address, with a path as it is seen from the working folder. */
  called(index: number): string;
  /** The store in what is to be written into a manifest: the address as it is there. */
  written(index: number): string;
}

/** What counts as an entry of a store (left out: whatever it answers with), and the callback for single answers. */
export type How = Pick<Call, 'ownOnly' | 'answered'>;

export type OpenedStore = Open | Closed;
export interface Open extends ToldStore {
  readonly linked: ConcreteStore;
  /** In reports and in the audit log. */
  readonly shown: string;
}
/** An open store as far as it tells of itself: its entries are contacted through `Stores` alone, where the plan decides. */
export interface ToldStore extends Omit<UsableStore, 'store'> {
  readonly store: StoreFacts;
}
/** That it can write shows; writing is for `Stores`. */
export interface StoreFacts extends Omit<Store, Contacting> {
  readonly write?: unknown;
  readonly remove?: unknown;
}
type Contacting = 'read' | 'write' | 'remove' | 'list' | 'placedNames' | 'recipients' | 'rekey';

/** `fault`: what is wrong with the address itself; `failure` then says the same less precisely. */
export interface Closed {
  readonly kind: 'closed';
  readonly failure: StoreFailure;
  readonly fault: StoreFault | null;
}
