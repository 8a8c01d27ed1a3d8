/** `get`: one value. Recorded with the store that has it; without one, with the store that is asked first. */
import { RESOLVE_ALL, resolveNamed } from '../../execute/mode.js';
import type { FoundSecret, Origin, Validity } from '../../execute/resolution.js';
import { fail } from '../../failure.js';
import type { Facts, Operation } from '../operation.js';
import type { SecretValue } from '../../values/secret-value.js';
import { firstStoreOf, release, type Resolved, resolve } from '../resolve.js';

export async function get(operation: Operation, secret: string): Promise<FoundSecret> {
  const resolved = await resolve(operation, RESOLVE_ALL, (looked) => firstStoreOf(secret, looked));
  return foundIn(resolved, operation, secret);
}

/** The value itself, for a receiver that reads no files, with how long it can be used. No file of it is left. */
export async function getWithValidity(operation: Operation, secret: string): Promise<WithValidity> {
  const mode = resolveNamed({ mayStore: true, ask: false });
  const resolved = await resolve(operation, mode, (looked) => firstStoreOf(secret, looked));
  const { resolution } = resolved;
  if (resolution.files.length > 0) await release(resolution);
  const { delivered } = await foundIn(resolved, operation, secret);
  const value = delivered.kind === 'withheld' ? null : delivered.value;
  return { value, expiresAt: resolution.validity?.expiresAt ?? null };
}

export interface WithValidity extends Pick<Validity, 'expiresAt'> {
  /** Null where it is not handed out. */
  readonly value: SecretValue | null;
}

async function foundIn(resolved: Resolved, operation: Operation, secret: string): Promise<FoundSecret> {
  const found = resolved.resolution.secrets.find((one) => one.secret === secret);
  if (found?.status === 'found') {
    operation.addFacts(factsOf(found.origin));
    return found;
  }
  operation.addFacts({ outcome: 'missing' });
  return withoutValue(resolved, secret);
}

/** What the record says of a value that was found. */
export function factsOf(origin: Origin): Facts {
  if (origin.kind === 'store') return { outcome: 'found', provider: origin.store, at: origin.at };
  return { outcome: origin.kind === 'default' ? 'default' : 'found' };
}

async function withoutValue(resolved: Resolved, secret: string): Promise<never> {
  const { withoutValue: explained } = await import('../../execute/explaining/unsatisfied.js');
  return fail(await explained(resolved.linked, resolved.resolution, secret, resolved));
}
