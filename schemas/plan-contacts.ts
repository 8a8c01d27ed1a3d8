/** The entries that a plan allows to be met, and why: what `tool plan contacts` prints. Derived from the plan, and no part of its hash. */
import type { Coordinates } from './plan.js';
import type { AnswerHead } from './plan-question.js';

export interface PlanContacts extends AnswerHead {
  /** By store, then by entry. */
  readonly contacts: readonly PlanContact[];
}

/** In the order of lists. `delete`: of an entry of a cache that is out of date. */
export const CONTACT_ACCESSES = ['read', 'write', 'delete'] as const;
export type ContactAccess = (typeof CONTACT_ACCESSES)[number];
export const CONTACT_REASONS = ['value', 'generated', 'prompted', 'cache', 'credential'] as const;
export type ContactReason = (typeof CONTACT_REASONS)[number];

/** A store as answers show it. */
export interface ShownStore {
  /** Alias, URI or name as the manifest writes it, redacted; null: the user's default store. */
  readonly store: string | null;
  /** Redacted; null where the plan does not have it. */
  readonly uri: string | null;
}

/** `project/profile/NAME`, or the name alone in a store without folders; an `item` alone; else the coordinates. */
export type ShownAddress = string | Coordinates;

/** One for each store, entry, access and reason. */
export interface PlanContact extends ShownStore {
  readonly at: ShownAddress;
  readonly access: ContactAccess;
  readonly for: ContactReason;
  /** A credential: of this alias, by this name. */
  readonly credential?: { readonly alias: string; readonly name: string };
  /** By name. Of a credential: those of the stores that it opens. */
  readonly secrets: readonly string[];
  readonly profiles: readonly string[];
}
