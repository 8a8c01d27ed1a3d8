/** Which lines of the manifests made a secret what it is: what `tool plan why` answers. */
import type { Json } from './plan.js';
import type { ShownAddress, ShownStore } from './plan-contacts.js';
import type { AnswerHead } from './plan-question.js';

export interface PlanWhy extends AnswerHead {
  readonly secret: string;
  /** Those that declare it, by name. */
  readonly profiles: readonly WhyProfile[];
}

export interface WhyProfile {
  readonly profile: string;
  /** Only what is in force, in the order of the reference. */
  readonly fields: readonly WhyField[];
  /** The stores that are read, in order; none of what is made of other secrets. */
  readonly chain: readonly WhyStore[];
  /** Where `set` writes; null: the secret is read-only. */
  readonly writes: WhyStore | null;
}

export interface WhyField {
  /** The key as written. */
  readonly field: string;
  /** Null: the user's default store. */
  readonly value: Json;
  /** Null: built in. */
  readonly from: WhyPlace | null;
  /** What would hold else, nearest first. */
  readonly overrides: readonly Overridden[];
  /** Empty lists of stores nearer than `from`, which leave the choice to it. */
  readonly emptied?: readonly WhyPlace[];
}

export interface WhyPlace {
  readonly file: string;
  /** Null where the place in the file is not known. */
  readonly line: number | null;
  readonly column: number | null;
  /** `profiles.default.DB_URL`, `profiles.production.defaults`, `defaults`, `providers`. */
  readonly table: string;
}

export interface Overridden extends WhyPlace {
  readonly value: Json;
  /** The other key of one setting, where it is not the field's: `refs` of `ref`. */
  readonly field?: string;
}

export interface WhyStore extends ShownStore {
  readonly at: ShownAddress;
  /** Of an alias: where it is declared, the cached one that leads to it first. Left out where no alias is. */
  readonly from?: readonly WhyPlace[];
}
