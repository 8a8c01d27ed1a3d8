/** `set`: stores one value. A written value is recorded by the code that writes it; a refusal here. */
import type { Policy } from '#schemas/policy.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { prepareSet, type ReadyToSet } from '../../execute/keeping/set-secret.js';
import { fail } from '../../failure.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import { writtenReadings } from '../../link/written-reading.js';
import type { Turn } from '../../terminal/terminal.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { ValueBreach } from '../../value-rules/judge-values.js';
import type { Operation } from '../operation.js';
import { advisedBy, refusedBy } from '../resolve.js';
import { writtenStoreOf } from '../written-store.js';
import { composedInto } from './composed-into.js';
import { typeFault } from './type-fault.js';

/** Where a value will be stored, and how: the store was found to accept it, nothing is written yet. */
export type AcceptedWrite = Pick<ReadyToSet, 'profile' | 'provider' | 'shown' | 'target' | 'kindOfStore'>;

/** Null: the person does not want to store one now. `ask` prompts for the value on the terminal; null if no one can be prompted. The answer may be empty. */
export type ObtainValue = (accepted: AcceptedWrite, ask: AskForValue) => Promise<SecretValue | null>;
/** `isStored`: not if the person did not want it. */
export type SetOutcome = AcceptedWrite & { readonly isStored: boolean };
export type AskForValue = (turn?: Turn) => Promise<SecretValue | null>;

export interface SetHow {
  /** A value that is not of its type is stored all the same. */
  readonly isForced?: boolean;
  /** A value that breaks a rule of theirs is not stored, nor is it if it is forced. */
  readonly policies?: readonly Policy[];
}

export async function set(
  operation: Operation,
  secret: string,
  obtain: ObtainValue,
  { isForced = false, policies = [] }: SetHow,
): Promise<SetOutcome> {
  const linked = await operation.link();
  const ports = await operation.ports(linked, { write: writtenReadings(linked, [secret]) });
  const prepared = await prepareSet(linked, ports, secret);
  operation.addFacts(writtenStoreOf(secret, { linked, stores: ports.stores }));
  if (prepared.kind === 'refused') return fail(prepared.why);
  const { store, ...accepted } = prepared;
  const { profile } = accepted;
  const value = await obtain(accepted, (turn) =>
    // Where the value is going was shown already.
    operation.ask({ kind: 'secret', secret, profile, destination: null, ...(turn && { turn }) }),
  );
  if (value === null) {
    operation.addFacts({ outcome: 'missing' });
    return { ...accepted, isStored: false };
  }
  if (value.isEmpty) fail(storesIo.E1118({ secret }));
  const fault = isForced ? null : await typeFault(linked, ports, secret, value);
  if (fault !== null) fail(fault);
  const breaches = await breachesOf(policies, linked, secret, value);
  await operation.warn(advisedBy({ breaches }));
  const refused = refusedBy({ breaches });
  if (refused.length > 0) fail(...refused);
  const { error, warnings } = await store(value);
  await operation.warn(warnings);
  if (error !== null) return fail(error);
  const { plan } = await operation.linkable();
  await operation.warn(composedInto(plan, profile, secret, value));
  return { ...accepted, isStored: true };
}

/** What judges values is loaded only if the call names policies. */
async function breachesOf(
  policies: readonly Policy[],
  linked: LinkedPlan,
  secret: string,
  value: SecretValue,
): Promise<readonly ValueBreach[]> {
  if (policies.length === 0) return [];
  const { judgeNew } = await import('../../execute/judge-shown.js');
  return judgeNew(policies, linked, secret, value);
}
