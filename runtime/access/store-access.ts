/** One access to a store, as the audit log tells it apart from the operation it belongs to. Has no room for a value. */
import type { ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import type { NativeAddress } from '#schemas/stores/address.js';

export interface StoreAccess {
  readonly action: 'get' | 'set' | 'cache_refresh' | 'cache_clear';
  /** Name of the secret, or of the credential. */
  readonly key: string;
  readonly provider: string;
  /** The entry, where an author chose it; null where it follows the convention. */
  readonly at: NativeAddress | null;
  readonly outcome: 'found' | 'missing' | 'written' | 'deleted' | 'error';
  readonly errorKind?: ErrorKind;
  readonly command?: 'credential';
}
