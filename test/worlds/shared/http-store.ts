/** A store behind HTTP in memory, with the errors and limits of its vendor: what tests ask in its place. */
import type { FakeRequest, FakeResponse } from '../../helpers/fake-http.js';

export interface HttpDouble {
  answer(request: FakeRequest): FakeResponse;
  /** All that it holds, to compare. */
  state(): unknown;
}

/** An HTTP store as the fault matrix and the contract need it. Values and tokens contain `canary`. */
export interface HttpStoreCase {
  readonly spec: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  /** Below the home folder. */
  readonly homeFiles?: Readonly<Record<string, string>>;
  readonly make: () => HttpStoreWorld;
  /** Its API takes a write twice and does it once, so that one whose answer is lost is sent again. */
  readonly repeatsWrites?: true;
  /** Its status 500 does not pass by itself, so that a read is not sent again. */
  readonly hasLasting500?: true;
  /** Faults that are its API's own answer to a list of nothing. */
  readonly emptyLists?: readonly string[];
  /** Faults that are its API's own answer to a removal. */
  readonly emptyRemovals?: readonly string[];
  /** Requests for a hundred secrets that are there, and for a hundred that are not, with the sign-in. */
  readonly costs: { readonly hundred: number; readonly misses: number };
}

export interface HttpStoreWorld {
  readonly double: HttpDouble;
  /** Adds a secret of the project `demo`, profile `default`. */
  put(key: string, text: string): void;
  /** The vendor's own body for an error of this status. */
  refusal(status: number): unknown;
  /** From now on the sign-in may not read this secret; the text is what the help must contain. Null: not possible at the vendor. */
  readonly denyReading: ((key: string) => string) | null;
  /** From now on it may write nothing. */
  readonly denyWriting: () => string;
  /** From now on its token is not valid any more. Null: it has none. */
  readonly expireToken: (() => void) | null;
}
