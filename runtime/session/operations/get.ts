/** `get`: one value. Recorded with the store that has it; without one, with the store that is asked first. */
import { RESOLVE_ALL, resolveNamed } from '../../execute/mode.js';
import type { FoundSecret, Origin, Validity } from '../../execute/resolution.js';
import { fail } from '../../failure.js';
import type { Facts, Operation } from '../operation.js';
import { firstStoreOf, type Resolved, resolve } from '../resolve.js';

export async function get(operation: Operation, secret: string): Promise<FoundSecret> {
  const resolved = await resolve(operation, RESOLVE_ALL, (looked) => firstStoreOf(secret, looked));
  return foundIn(resolved, operation, secret);
}

/** The same, with how long the value can be used. */
export async function getWithValidity(operation: Operation, secret: string): Promise<WithValidity> {
  const mode = resolveNamed({ mayStore: true, ask: false });
  const resolved = await resolve(operation, mode, (looked) => firstStoreOf(secret, looked));
  const { delivered } = await foundIn(resolved, operation, secret);
  return { delivered, expiresAt: resolved.resolution.validity?.expiresAt ?? null };
}

export interface WithValidity extends Pick<FoundSecret, 'delivered'>, Pick<Validity, 'expiresAt'> {}

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
