/** Removes the value of one secret for a program, inside the scope of the call. */
import { removeSecrets } from '../../execute/keeping/remove-secrets.js';
import { fail } from '../../failure.js';
import { writtenReadings } from '../../link/written-reading.js';
import type { Operation } from '../operation.js';
import { writtenStoreOf } from '../written-store.js';

export interface NamedRemoval {
  /** Whether there was a value. */
  readonly deleted: boolean;
  /** The store that it was removed from. */
  readonly provider: string | null;
}

export async function deleteNamed(operation: Operation, secret: string): Promise<NamedRemoval> {
  const linked = await operation.link();
  const ports = await operation.ports(linked, { remove: writtenReadings(linked, [secret]) });
  const { removals, errors, warnings } = await removeSecrets(linked, ports, [secret]);
  // Only an open store knows what it is called.
  const written = writtenStoreOf(secret, { linked, stores: ports.stores });
  operation.addFacts(written);
  await operation.warn(warnings);
  if (errors.length > 0) return fail(...errors);
  return { deleted: removals.get(secret)?.kind === 'removed', provider: written.provider ?? null };
}
