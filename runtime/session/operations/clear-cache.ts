/** `cache clear`: removes the entries of caches (semantics 6.12). An entry that is removed is recorded by the code that removes it. */
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { clearCaches } from '../../execute/keeping/clear-caches.js';
import { fail } from '../../failure.js';
import { linkCaches } from '../../link/link-caches.js';
import type { Operation } from '../operation.js';

/** What cannot be removed does not prevent the rest. Gives how many entries were removed. */
export async function clearCache(operation: Operation): Promise<number> {
  const { plan, choice, user, claims } = await operation.linkable();
  const linked = linkCaches(plan, choice, user, claims);
  if (linked.kind === 'refused') return fail(...linked.diagnostics);
  const { cleared, failed, refused, errors } = await clearCaches(linked.plan, await operation.ports(linked.plan));
  await operation.recordEach(refused);
  if (failed.length === 0) return cleared;
  return fail(...errors, ...(choice.only === null ? [storesIo.E1125({ cleared, secrets: failed })] : []));
}
