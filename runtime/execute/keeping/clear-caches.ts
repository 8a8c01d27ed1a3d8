/** A session's `cache clear`: removes entries of caches, whatever they hold (semantics 6.12, 10.3). */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import { aboutOf, nameOf } from '../about.js';
import type { KeepPorts } from '../ports.js';
import { type StoreError, storeErrors } from '../store-error.js';
import { dropEntries } from './drop-entries.js';
import type { StepEntry } from './follow-writes.js';

export interface ClearedCaches {
  /** How many entries were removed. */
  readonly cleared: number;
  /** The secrets whose entries were not, null where the scope hides the name; `errors` says why. */
  readonly failed: readonly (string | null)[];
  /** The names of those among them whose entries the cache was not asked to remove: for the audit log alone. */
  readonly refused: readonly string[];
  readonly errors: readonly Diagnostic[];
}

/** What cannot be removed does not prevent the rest; one batch per cache. */
export async function clearCaches(linked: LinkedPlan, ports: KeepPorts): Promise<ClearedCaches> {
  const entries: readonly StepEntry[] = linked.reads.flatMap((step) => {
    return step.cache === null ? [] : [{ step, secret: step.secret, reading: step.cache }];
  });
  const kept: Diagnostic[] = [];
  const failures: StoreError[] = [];
  const [failed, refused]: [(string | null)[], string[]] = [[], []];
  let cleared = 0;
  const dropped = await dropEntries(linked, ports, entries);
  for (const entry of entries) {
    const { step, secret, reading } = entry;
    const result = dropped.get(entry) ?? { kind: 'absent' };
    const problem = { secret: nameOf(step), store: ports.stores.called(reading.store) };
    if (result.kind === 'removed') cleared += 1;
    if (result.kind === 'foreign') kept.push(storesIo.E1123({ ...problem, ...result }, aboutOf(linked, step)));
    if (result.kind === 'unmarked') kept.push(storesIo.E1124(problem, aboutOf(linked, step)));
    if (result.kind === 'failed') failures.push({ step, store: reading.store, failure: result.failure });
    if (result.kind === 'foreign' || result.kind === 'unmarked') refused.push(secret);
    if (result.kind !== 'removed' && result.kind !== 'absent') failed.push(nameOf(step));
  }
  const errors = [...kept, ...storeErrors(linked, ports.stores, failures, 'removed from the cache')];
  return { cleared, failed, refused, errors };
}
