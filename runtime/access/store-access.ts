/** One access to a store, which the audit log records separately from its operation. Has no field for a value. */
import type { ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import type { At } from '#schemas/addresses/address.js';

export interface StoreAccess {
  readonly action: 'get' | 'set' | 'delete' | 'rekey' | 'cache_refresh' | 'cache_clear';
  /** Name of the secret, or of the credential; left out for a file as a whole. */
  readonly key?: string;
  readonly provider: string;
  /** The entry; null in a cache, where the convention gives it. The log shows only coordinates that an author chose. */
  readonly at: At | null;
  readonly outcome: 'found' | 'missing' | 'written' | 'deleted' | 'error';
  readonly errorKind?: ErrorKind;
  readonly command?: 'credential';
}

/** Whose entries these are: a store is opened for them, and its access records name them. */
export interface Owner {
  readonly project: string;
  readonly profile: string;
}
