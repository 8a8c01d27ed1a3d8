/** One access to a store, which the audit log records separately from its operation. Has no field for a value. */
import type { ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import type { NativeAddress } from '#schemas/stores/address.js';

export interface StoreAccess {
  readonly action: 'get' | 'set' | 'cache_refresh' | 'cache_clear';
  /** Name of the secret, or of the credential. */
  readonly key: string;
  readonly provider: string;
  /** The entry, if an author chose it; null if it follows the convention. */
  readonly at: NativeAddress | null;
  readonly outcome: 'found' | 'missing' | 'written' | 'deleted' | 'error';
  readonly errorKind?: ErrorKind;
  readonly command?: 'credential';
}
