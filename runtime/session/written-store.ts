/** What records say of the store that is changed. */
import { writtenReading } from '../link/written-reading.js';
import type { Facts } from './operation.js';
import type { Looked } from './resolve.js';

/** The store that a secret is written to, or removed from. */
export function writtenStoreOf(secret: string, { linked, stores }: Pick<Looked, 'linked' | 'stores'>): Facts {
  const step = linked.reads.find((one) => one.secret === secret);
  const written = step === undefined ? undefined : writtenReading(linked, step);
  return written === undefined ? {} : { provider: stores.shown(written.store), at: written.at };
}
