/** The store interface: what every provider offers, and all that it is given of the world. */

import type { Coordinates } from '#schemas/plan.js';
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import type { At } from '#schemas/stores/address.js';
import type { StoreUri } from '#schemas/stores/store-uri.js';
import type { Files, Replaced } from '../files/files.js';
import type { Http } from '../http/http.js';
import type { Programs } from '../programs/programs.js';
import type { SecretValue } from '../values/secret-value.js';

export interface ProviderModule {
  readonly descriptor: ProviderDescriptor;
  /** Checks what only the whole URI tells; contacts nothing yet. */
  open(uri: StoreUri, ports: ProviderPorts): Store | Refused;
}
export interface Refused {
  readonly kind: 'refused';
  readonly failure: StoreFailure;
}

/**
 * An open store: what it does, and where its words differ from those that all stores share (`stores/store-words.ts`).
 * Addresses fit its descriptor: the compiler and `link` have judged them.
 */
export interface Store {
  readonly kind: 'open';
  /** The store in words for people and audit: rebased, redacted (semantics 3.4). */
  readonly shown: string;
  /** One answer per request, in the same order. How few calls that takes is the store's business; a miss costs none extra. */
  read(requests: readonly At[], call: Call): Promise<readonly Answer[]>;
  /** All or as many as can be, one lock and one rewrite for a file. */
  write?(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]>;
  remove?(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]>;
  /** What there is, for `init --from` and `import`: names and what is known of them, never values. */
  list?(call: Call): Promise<ListAnswer>;
  /** Why this entry cannot be written or removed, where its abilities do not tell. Asked before a person is; contacts no server. */
  refusal?(at: At, action: 'write' | 'remove'): Promise<string | null>;
  /** Why an entry that was asked for is absent, in words for people: `not in .env`. Contacts no server, holds no value. */
  absence?(at: At): Promise<string>;
  /** Where a write would land, in words for people: `item=KEY`, or the path of a file. */
  target?(at: At): Promise<string>;
  /**
   * Equal texts, same entry (null: same store): defaults filled in, paths made real. Compared before the first read of
   * a cached route and before a moving `import`; never shown, never stored.
   */
  identity(at: At | null): Promise<string>;
  close?(): Promise<void>;
}

export interface WriteEntry {
  readonly at: At;
  readonly value: SecretValue;
  readonly expiresAt?: Date;
  /** What the store has by then stays, and is the answer: `present`. Two that find nothing keep one value between them. */
  readonly onlyIfAbsent?: true;
}
export type Answer =
  | { readonly kind: 'found'; readonly value: SecretValue; readonly revision?: string; readonly expiresAt?: Date }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly failure: StoreFailure };
export type WriteAnswer =
  /** `replaced`: what else became of the file that holds the entry. */
  | { readonly kind: 'written'; readonly replaced?: Replaced }
  | { readonly kind: 'present'; readonly value: SecretValue }
  | { readonly kind: 'failed'; readonly failure: StoreFailure };
export type RemoveAnswer =
  | { readonly kind: 'removed' | 'absent' }
  | { readonly kind: 'failed'; readonly failure: StoreFailure };
export type ListAnswer =
  | { readonly kind: 'listed'; readonly entries: readonly Listed[] }
  | { readonly kind: 'failed'; readonly failure: StoreFailure };
export interface Listed {
  readonly name: string;
  readonly at: Coordinates | null;
  readonly description?: string;
  readonly required?: boolean;
}

/** Why a store did not answer. The class decides wording, audit and retry; `detail` holds no value. */
export interface StoreFailure {
  readonly kind:
    | 'denied'
    | 'locked'
    | 'unreachable'
    | 'timeout'
    | 'busy'
    | 'malformed'
    | 'unsupported'
    | 'conflict'
    | 'not-text'
    | 'missing-program'
    | 'missing-credential'
    | 'failed';
  /** Our sentence, or the vendor's own text cleaned and bounded. Never a stored value, never an absolute path of another user's. */
  readonly detail: string;
  /** What the user can do about it, when the provider knows. */
  readonly help?: string;
  readonly interaction?: {
    readonly kind: 'authorization';
    readonly id: string;
    readonly expiresAtUnixMs: number | null;
  };
  readonly retryAfterMs?: number;
}

/** What one call is allowed. */
export interface Call {
  readonly signal: AbortSignal;
}

/** All that a provider gets of the world. Tests give fakes; nothing else is imported. */
export interface ProviderPorts {
  readonly context: {
    readonly project: string;
    readonly profile: string;
    readonly reason: string | null;
  };
  /** Alias first, then environment; fetched when first asked for, once. */
  credential(name: string, ask?: { readonly required?: boolean }): Promise<SecretValue | null>;
  /** Of the manifest, absolute; relative paths start here. */
  readonly baseFolder: string;
  /** Null for a user who has none. */
  readonly home: string | null;
  /** Current user of the operating system (keyring account). */
  readonly user: string;
  /** Bytes, as the process got them. */
  readonly environment: Environment;
  readonly files: Files;
  readonly programs: Programs;
  /** The path of the terminal on which a program may ask; null where there is none. */
  readonly terminal: string | null;
  readonly http: Http;
}
export type Environment = ReadonlyMap<string, Uint8Array>;
