/** What is to be done in caches once values were read or written, and what is reported of them. */

import type { Reading, ReadStep } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { EntryIdentity, ValueFacts } from './cache-entry.js';

/** What reading leaves to be done. Nothing of it fails an operation. */
export interface CacheWork {
  /** Caches that did not serve, to be warned of. */
  readonly passedBy: readonly CacheError[];
  /** Entries that no longer serve, and that nothing replaces. */
  readonly outdated: readonly EntryAt[];
  readonly refreshes: readonly Refresh[];
  /** Whose the entries are, by secret. */
  readonly identities: ReadonlyMap<string, EntryIdentity>;
}

/** A stored representation that its own store gave or took. `isSuperseding`: it replaces an older entry. */
export interface Refresh extends ValueFacts {
  readonly step: ReadStep;
  readonly value: SecretValue;
  readonly isSuperseding: boolean;
}

/** An entry of a cache, by the secret it belongs to. */
export interface EntryAt {
  readonly secret: string;
  readonly reading: Reading;
}

/** A cache that did not do its part, and why; `quote` is the store's own text. */
export interface CacheError {
  readonly step: ReadStep;
  readonly store: number;
  readonly problem: string;
  readonly quote: string | null;
}
