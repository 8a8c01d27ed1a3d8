/** What execution is given of the world. Tests give fakes. */

import type { ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import type { NativeAddress } from '#schemas/stores/address.js';
import type { ConcreteStore } from '../link/linked-plan.js';
import type { Environment, ProviderPorts, Refused } from '../providers/provider.js';
import type { UsableStore } from '../stores/usable-store.js';
import type { SecretValue } from '../values/secret-value.js';

export interface ExecutePorts {
  /** Loads the provider and opens the store; `credential` is this store's own way to its credentials. Called once per store. */
  readonly open: (store: ConcreteStore, credential: Credential) => Promise<UsableStore | Refused>;
  /** Where credentials are looked for when no alias binds them; bytes, as the process got them. */
  readonly environment: Environment;
  /** How many stores are asked at once (`TOOL_PROVIDER_CONCURRENCY`). */
  readonly concurrency: number;
  /** Null where there is no terminal. */
  readonly ask: Ask | null;
  /** One line for people, on stderr: "✓ NAME - generated and saved to dotenv (profile: default)". */
  readonly notice: (text: string) => void;
  readonly record: (access: StoreAccess) => void;
  readonly temporary: TemporaryFiles;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

export type Credential = ProviderPorts['credential'];

/** A question to the operator of `run` (spec 4.3). */
export type Ask = (question: Question) => Promise<AskAnswer>;
export interface Question {
  readonly secret: string;
  readonly description: string;
  readonly profile: string;
  /** Where the answer will be kept, in words for people; null when it serves this run only. */
  readonly destination: { readonly store: string; readonly target: string } | null;
}
export type AskAnswer = { readonly kind: 'answer'; readonly value: SecretValue } | { readonly kind: 'unavailable' };

/** One access to a store that the audit log tells apart from the operation it belongs to. Has no room for a value. */
export interface StoreAccess {
  readonly action: 'get' | 'set' | 'cache_refresh' | 'cache_clear';
  /** Name of the secret, or of the credential. */
  readonly key: string;
  readonly provider: string;
  /** The entry, where an author chose it; null where it lies by convention. */
  readonly at: NativeAddress | null;
  readonly outcome: 'found' | 'missing' | 'written' | 'deleted' | 'error';
  readonly errorKind?: ErrorKind;
  readonly command?: 'credential';
}

/** Files that carry a value to whoever needs a path (spec 2.12). */
export interface TemporaryFiles {
  /** Writes the exact bytes to a new private file and gives its absolute path. Throws a FileFault. */
  write(value: SecretValue, suffix: string): Promise<string>;
  /** Removes one that is not needed after all; one that is gone already is fine. */
  remove(path: string): void;
}
