/** What an import is about, and a secret on its way from the source to its destination. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { At } from '#schemas/addresses/address.js';
import type { LinkedPlan, Reading, ReadStep } from '../../../link/linked-plan.js';
import type { Open } from '../../../stores/stores.js';
import type { SecretValue } from '../../../values/secret-value.js';
import type { ExecutePorts, KeepPorts } from '../../ports.js';

export interface CopyTask {
  /** The plan of the destinations: the written store of each chain. Its stores include the source. */
  readonly linked: LinkedPlan;
  readonly source: {
    readonly store: number;
    readonly readings: ReadonlyMap<string, Reading>;
    /** Extracted secrets, which have readings too. */
    readonly parts: readonly ReadStep[];
    /** Aliases of the same store that spell some addresses differently. */
    readonly aliases: readonly OtherAddresses[];
  };
  /** Whether values are removed from the source once their copies are verified. */
  readonly deletesSource: boolean;
}

export interface OtherAddresses {
  readonly alias: string;
  readonly addresses: readonly { readonly secret: string; readonly at: At }[];
}

/** An entry of an open store. Equal identities are the same entry. */
export interface ResolvedEntry {
  readonly opened: Open;
  readonly reading: Reading;
  readonly identity: string;
}

export interface ResolvedCopy {
  readonly step: ReadStep;
  readonly source: ResolvedEntry;
  readonly destination: ResolvedEntry;
}

/** With what is stored in both entries, in its stored form; null where nothing is. `unseen`: a value of a store that cannot be read. */
export interface StoredCopy extends ResolvedCopy {
  readonly value: SecretValue | null;
  /** When the value in the source expires, where the store says so. */
  readonly expiresAt?: Date;
  readonly present: SecretValue | 'unseen' | null;
}

/** Whether the destination has the value of the source. */
export function isCopied({ value, present }: StoredCopy): boolean {
  return value !== null && present !== null && present !== 'unseen' && present.equals(value);
}

/** Deleting is finished once it has begun, so that no signal comes between it and writing back what it should not have deleted. */
export type MovePorts = KeepPorts & Pick<ExecutePorts, 'uninterruptibly'>;

/** A phase that ended with errors is the last one. */
export interface Phase<Result> {
  readonly result: Result;
  readonly errors: readonly Diagnostic[];
  readonly warnings?: readonly Diagnostic[];
}
