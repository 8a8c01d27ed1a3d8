/** The store interface: what every provider offers, and all that it gets from outside. */

import type { Coordinates } from '#schemas/plan.js';
import type { Abilities, ProviderDescriptor } from '#schemas/providers/descriptor.js';
import type { WireErrorKind } from '#schemas/diagnostics/diagnostic.js';
import type { At } from '#schemas/addresses/address.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { Files, Replaced } from '../files/files.js';
import type { Http } from '../http/http.js';
import type { Programs } from '../programs/programs.js';
import type { RecipientComparison, Difference } from '../recipients/difference.js';
import type { Environment } from '../values/environment.js';
import type { SecretValue } from '../values/secret-value.js';
import type { ClaimFolders } from './external/claim.js';

export interface ProviderModule {
  readonly descriptor: ProviderDescriptor;
  /** Checks what needs the whole URI; contacts nothing yet. */
  open(uri: StoreUri, ports: ProviderPorts): Store | Refused;
}
export interface Refused {
  readonly kind: 'refused';
  readonly failure: StoreFailure;
}

/**
 * An open store: its operations, and its wording where it differs from that of all stores (`stores/store-words.ts`).
 * Addresses fit its descriptor: the compiler and `link` have checked them.
 */
export interface Store {
  readonly kind: 'open';
  /** What reports and records call it, where this machine decides that: a path, a region. Left out: its canonical address (semantics 3.4). */
  readonly shown?: string;
  /** One answer per request, in the same order. The store decides how many calls that takes; a miss costs none extra. */
  read(requests: readonly At[], call: Call): Promise<readonly Answer[]>;
  /** Writes all, or as many as possible; for a file with one lock and one rewrite. */
  write?(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]>;
  remove?(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]>;
  /** The existing entries, for `init --from` and `import`: names and what is known about them, never values. */
  list?(call: Call): Promise<ListAnswer>;
  /** Where the entries are in a file of plain text that people edit; null if it cannot be read. */
  placedNames?(call: Call): Promise<PlacedNames | null>;
  /** Why this entry cannot be written or removed, if its abilities do not tell. Called before a prompt; contacts no server. */
  refusal?(at: At, action: 'write' | 'remove'): Promise<string | null>;
  /** Why a requested entry is absent, for people: `not in .env`. Contacts no server, holds no value. */
  absence?(at: At): Promise<string>;
  /** Whether the file or folder of the store exists; left out where nothing has to. One that cannot be looked at counts as existing. */
  isThere?(): Promise<boolean>;
  /** Has a program of the store start, which asks for the credentials that it needs. */
  contact?(): Promise<void>;
  /** Whether values that were generated or entered stay there, if only the open store knows. */
  keeps?(): Promise<Abilities['keeps']>;
  /** Where a write would go, for people: `item=KEY`, or the path of a file. */
  target?(at: At): Promise<string>;
  /**
   * Equal texts mean the same entry (null: the same store): defaults filled in, paths canonical, and whatever variables and files of
   * this machine decide: server, namespace, account, region. Contacts no server. Compared before the first read of a cached route and
   * before a moving `import`, and part of the fingerprint of cache entries; never shown, stored only as part of a digest.
   */
  identity(at: At | null): Promise<string>;
  /**
   * For whom the file of the store is encrypted, compared with the list of those for whom it should be. Reads the store, as `read` does.
   */
  recipients?(call: Call): Promise<RecipientsAnswer>;
  /** Encrypts the file again for its list, unless it certainly is encrypted for it. `isTrial`: only says what would be done. */
  rekey?(call: Call, isTrial: boolean): Promise<RekeyAnswer>;
  /**
   * The same, as a program of the store tells, which is started for it: where one entry must not be taken for two. Left out: `identity`.
   */
  toldIdentity?(at: At | null): Promise<string>;
  /** The file or folder in which this computer has the store, if a program of the store tells. */
  toldPath?(): Promise<string | null>;
  /**
   * The same for entries of caches, which are judged with each start, if `identity` runs a program, or changes when a file is replaced
   * or removed: a path, which does not.
   */
  whereabouts?(at: At | null): Promise<string>;
  close?(): Promise<void>;
}

export interface WriteEntry {
  readonly at: At;
  readonly value: SecretValue;
  readonly expiresAt?: Date;
  /** A value that the store has by then is kept, and the answer is `present`. Two writers that find none end up with one value. */
  readonly onlyIfAbsent?: true;
  /** What was read as it is stored: another text that is there by then is kept, in the same way. A store that cannot compare writes. */
  readonly onlyIfHeld?: SecretValue;
}
export type Answer =
  | { readonly kind: 'found'; readonly value: SecretValue; readonly revision?: string; readonly expiresAt?: Date }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly failure: StoreFailure };
export type WriteAnswer =
  /** `replaced`: side effects on the file that holds the entry; `notes`: what the user should know, as sentences. */
  | {
      readonly kind: 'written';
      readonly replaced?: Replaced;
      readonly notes?: readonly string[];
      /** The file is now encrypted for others, because its list has changed. */
      readonly rekeyed?: { readonly list: string; readonly difference: Difference };
    }
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
  /** Where it is, if `at` is null and more than its name says so: what a secret of another name needs to read it. */
  readonly native?: Coordinates;
  readonly description?: string;
  readonly required?: boolean;
  readonly elsewhere?: OtherReading;
}

/** Places in a file, as messages show them: `.env:24`. */
export interface PlacedNames {
  /** By name, in the order of the file. */
  readonly names: ReadonlyMap<string, string>;
  /** Those of assignments in comments. */
  readonly commentedOut: readonly string[];
}

/** Programs that read the store themselves do not get what we get. No value is part of it. */
export type OtherReading =
  | { readonly kind: 'different'; readonly place: string }
  /** They put other values into this one. `template`: the composition to declare, without its texts; null if there is none. */
  | { readonly kind: 'expanded'; readonly place: string; readonly template: string | null };

export type RecipientsAnswer =
  /** There is no file yet, or no list. */
  | { readonly kind: 'no file' | 'no list' }
  /** `list`: what messages call it. */
  | { readonly kind: 'compared'; readonly list: string; readonly comparison: RecipientComparison }
  | { readonly kind: 'failed'; readonly failure: StoreFailure };
/** `compared`: nothing was done, because it is the same. */
export type RekeyAnswer =
  | RecipientsAnswer
  | {
      readonly kind: 'rekeyed';
      readonly list: string;
      readonly comparison: RecipientComparison;
      readonly replaced?: Replaced;
      readonly notes?: readonly string[];
    };

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
  /** A sentence of the tool, or the vendor's own text, cleaned and bounded. Never a stored value, never an absolute path of another user. */
  readonly detail: string;
  /** What the user can do about it, if the provider knows. */
  readonly help?: string;
  /** What records and reports call it, of an external provider that gave it a kind; left out: `provider_operation_failed`. */
  readonly errorKind?: WireErrorKind;
}

/** The limits of one call. */
export interface Call {
  readonly signal: AbortSignal;
  /** What the store has from somewhere else by inheriting or importing it counts as absent: it goes when it goes there. */
  readonly ownOnly?: boolean;
  /** Called for each answer that has come while the store waits for others: a person can see how far it is. */
  readonly answered?: () => void;
}

/** All that a provider gets from outside. Tests pass fakes; nothing else is imported. */
export interface ProviderPorts {
  readonly context: {
    readonly project: string;
    readonly profile: string;
    readonly reason: string | null;
    /** For how long an authorization should hold that a person is asked for; left out: as the store decides. */
    readonly authorizationMs?: number;
  };
  /**
   * Alias first, then environment; fetched when first asked for, once. `bound`: only what the alias binds. `mayBeEmpty`: an empty
   * one is one.
   */
  credential(
    name: string,
    ask?: { readonly required?: boolean; readonly bound?: boolean; readonly mayBeEmpty?: boolean },
  ): Promise<SecretValue | null>;
  /** The folder of the manifest, absolute; relative paths start here. */
  readonly baseFolder: string;
  /** Absolute; messages show paths as they are seen from here. */
  readonly workingFolder: string;
  /** Null if the user has none. */
  readonly home: string | null;
  /** Current user of the operating system (keyring account). */
  readonly user: string;
  /** Bytes, as the process got them. */
  readonly environment: Environment;
  readonly files: Files;
  readonly programs: Programs;
  /** False: a store that is locked stays so, and says so. No program of it may ask a person to unlock it. */
  readonly mayUnlock: boolean;
  /** The path of the terminal on which a program may ask; null if there is none. */
  readonly terminal: string | null;
  /**
   * Prompts with hidden input for what opens the store or file of this name; null if no one can be prompted. Not to be called
   * while a lock is held.
   */
  passphrase(name: string): Promise<SecretValue | null>;
  readonly http: Http;
  /** For external providers alone. */
  readonly external: ExternalPorts;
}

export interface ExternalPorts {
  /** Where claims are. */
  readonly claimFolders: ClaimFolders;
  /** Of all calls together: for what the store is asked about itself. */
  readonly signal: AbortSignal;
  /** Whether a person may be asked for a credential, for which the provider then waits. */
  readonly mayAsk: boolean;
  /**
   * What the alias binds, else the private `item` of the keyring; null if there is none. Throws a StoreFailureError where it cannot be read, and
   * where a bound one is missing.
   */
  credential(wanted: PrivateCredential): Promise<SecretValue | null>;
}

export interface PrivateCredential {
  readonly name: string;
  /** The name of the item that holds it. */
  readonly item: string;
  readonly required: boolean;
}
