/** `delete`: removes values from their stores (semantics 6.7). Leaves a record for each secret. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { type Removal, removeSecrets } from '../../execute/keeping/remove-secrets.js';
import { fail } from '../../failure.js';
import { type LinkedEach, linkEach } from '../../link/link-each.js';
import { writtenReadings } from '../../link/written-reading.js';
import type { Operation } from '../operation.js';
import { writtenStoreOf } from '../written-store.js';

export interface Deleting {
  readonly profile: string;
  /** How many values would be removed. */
  readonly count: number;
  remove(): Promise<Deleted>;
}

export interface Deleted {
  /** One per secret that is declared, in order. */
  readonly removals: ReadonlyMap<string, Removal>;
  /** Extracted secrets, which are left out of all. */
  readonly parts: readonly string[];
  /** Why some were not removed; for several secrets, the last error lists all that were not. */
  readonly errors: readonly Diagnostic[];
}

/** `secrets`: null for all that the profile stores. What cannot be removed does not prevent the rest. */
export async function deleteSecrets<T>(
  operation: Operation,
  secrets: readonly string[] | null,
  use: (deleting: Deleting) => Promise<T>,
): Promise<T> {
  const { plan, choice, user, claims } = await operation.linkable();
  const linked = linkEach(plan, choice, secrets, user, claims);
  if (linked.kind === 'refused') return fail(...linked.diagnostics);
  const { profile } = linked.plan;
  return use({ profile, count: linked.secrets.length, remove: () => remove(operation, linked) });
}

async function remove(
  operation: Operation,
  { plan, secrets, parts, refused, causes }: Extract<LinkedEach, { kind: 'linked' }>,
): Promise<Deleted> {
  await operation.recordEach([...secrets, ...refused.map(({ secret }) => secret)]);
  for (const { secret, kind } of refused) operation.failedFor(secret, kind);
  const ports = await operation.ports(plan, { remove: writtenReadings(plan, secrets) });
  const { removals, errors, warnings } = await removeSecrets(plan, ports, secrets);
  await operation.warn(warnings);
  const failed = refused.map(({ secret }) => secret);
  for (const [secret, removal] of removals) {
    if (removal.kind !== 'failed') continue;
    failed.push(secret);
    operation.failedFor(secret, removal.errorKind, writtenStoreOf(secret, { linked: plan, stores: ports.stores }));
  }
  const all = [...causes, ...errors];
  const isOne = secrets.length + refused.length === 1;
  return {
    removals,
    parts,
    errors: failed.length === 0 || isOne ? all : [...all, storesIo.E1121({ secrets: failed })],
  };
}
