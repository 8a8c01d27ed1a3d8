/** What hangs on a store, or on an entry of it: what `tool plan uses` answers. */
import type { ShownAddress } from './plan-contacts.js';
import type { AnswerHead } from './plan-question.js';

/** Lists are sorted. */
export interface PlanUses extends AnswerHead {
  /** Alias, name or URI as it was asked for, redacted. */
  readonly store: string;
  readonly item?: string;
  readonly field?: string;
  readonly entries: readonly UsedEntry[];
  /** Whose values, or copies of them, are in these entries. */
  readonly secrets: readonly string[];
  /** What is composed of them or derived from them, through all steps. */
  readonly dependents: readonly string[];
  /** That receive one of all these. */
  readonly scopes: readonly string[];
  /** Copies of the values, to purge. */
  readonly caches: readonly UsedCache[];
  /** Credentials that are kept here. */
  readonly credentials: readonly UsedCredential[];
}

export interface UsedEntry {
  readonly at: ShownAddress;
  readonly secrets: readonly string[];
  readonly profiles: readonly string[];
}

export interface UsedCache {
  /** Alias, URI or name as the manifest writes it, redacted. */
  readonly store: string | null;
  readonly at: ShownAddress;
  readonly profiles: readonly string[];
}

export interface UsedCredential {
  /** The alias that signs in with it. */
  readonly alias: string;
  readonly name: string;
  /** Every secret of the store that it opens. */
  readonly secrets: readonly string[];
}
