/**
 * What the tests know of a store. Each scheme has one file here, and nothing else names it: the contract (`test/contract/`), the commands
 * on every store (`test/stores/every-store.ts`), the matrix of faults over HTTP (`test/http-stores.test.ts`), the faults of files and
 * programs (`test/faults/`), the fingerprints of caches and the benchmark go through all of them.
 */
import type { Programs } from '#runtime/programs/programs.js';
import type { FakeRequest, FakeResponse } from '../../helpers/fake-http.js';
import type { FaultTools, FaultWorld } from './fault-world.js';
import type { HttpStoreCase } from './http-store.js';
import type { MachineRow } from './machine.js';

export interface StoreTests {
  readonly world: StoreWorld;
  /** What of the machine, besides its address, decides where its entries are. A store that nothing else decides on has none. */
  readonly machine: readonly MachineRow[];
  /** Of a store behind HTTP: its ways to sign in by the names of their columns in the matrix; the first one is the scheme. */
  readonly http?: Readonly<Record<string, HttpStoreCase>>;
  /** What goes wrong with its files, its program or its server; null: what it takes is not installed. */
  readonly faults?: (tools: FaultTools) => FaultWorld | null;
}

/** The value of HELD, in project `demo` and profile `default`. */
export const VALUE = 'canary-value';

/** How a store of a scheme is made that holds HELD and nothing else. A folder `at` has all of its files, and those of its user's home. */
export interface StoreWorld {
  /** Its address; `at` may be relative to the manifest. `host`: of its server. */
  readonly spec: (at: string, host: string) => string;
  /** Creates it, and returns the environment that reaches it. `user`: the current one; `host`: of its server. */
  readonly hold: (at: string, user: string, host: string) => Record<string, string>;
  /** The held entry by its native address. */
  readonly item: (at: string) => string;
  /** The credentials that open it, by name, where no variable of its environment does. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Of a store that is a program: one without a process of its own. The environment names one that is started. */
  readonly programs?: (at: string) => Programs;
  /** Of a store that cannot be read: what it holds under a name, as the programs see it that it gives values to. */
  readonly shows?: (at: string, server: Answering | undefined) => (name: string) => string | null;
  /** Of a store behind HTTP: a new server that holds HELD. */
  readonly server?: () => Answering;
  /** Its client speaks nothing but TLS, so that a suite of its own runs commands on it. */
  readonly speaksTls?: true;
  /** The file in `at` that contains HELD, if others can replace it. */
  readonly file?: string;
  /** If it needs more than a temporary folder: the variable that the suite sets which provides it. */
  readonly switch?: string;
  /** The values that it refuses; if left out, those that are not text, and those with NUL of a store of text. */
  readonly refuses?: (bytes: Uint8Array) => boolean;
  /** It cannot hold a megabyte; its own tests show what it does then. */
  readonly isSmall?: true;
  /** The longest value that it holds, in bytes, if it has such a limit; then an empty one is too short for it, unless `holdsEmpty`. */
  readonly mostBytes?: number;
  readonly holdsEmpty?: true;
  /** It has no way to create an entry without replacing one: of two writers that want to create it, both may. */
  readonly hasRace?: true;
}

/** A server in memory. */
export type Answering = (request: FakeRequest) => FakeResponse;
