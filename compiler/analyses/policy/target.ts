/** What is the same in the documents of all vendors. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { byName } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { CONTACT_ACCESSES, type ContactAccess } from '#schemas/plan-contacts.js';
import type { PolicyStatement } from '#schemas/plan-policy.js';
import { type KnownEntry, type Need, secretsIn } from './needs.js';
import type { SizeLimit } from './parts.js';

export interface CoveredNeed extends Need {
  readonly known: KnownEntry;
}

/** A vendor: the stores that a document is about, and how it is written. */
export interface Target {
  /** As messages call its stores. */
  readonly title: string;
  /** Null: not one of its stores. Stores with different texts cannot share a document. */
  readonly serverOf: (uri: StoreUri) => string | null;
  /** Left out: it has a permission for every entry. */
  readonly canName?: (known: KnownEntry) => boolean;
  /** Left out: documents may have any size that a plan brings about. */
  readonly limit?: SizeLimit;
  readonly document: (needs: readonly CoveredNeed[], about: DocumentNames) => Drafted;
}

export interface DocumentNames {
  readonly project: string;
  readonly profile: string;
}

export interface Drafted {
  readonly statements: readonly PolicyStatement[];
  readonly policy: Json;
  /** What to fill in, or to know, before the document is used: sentences without a full stop. */
  readonly notes: readonly string[];
}

/** Each group once, by its key. */
export function grouped(
  needs: readonly CoveredNeed[],
  keyOf: (need: CoveredNeed) => string,
): readonly (readonly [key: string, needs: readonly CoveredNeed[]])[] {
  const groups = new Map<string, CoveredNeed[]>();
  for (const need of needs) {
    const key = keyOf(need);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [need]);
    else known.push(need);
  }
  return [...groups].sort(([left], [right]) => byName(left, right));
}

/** In the order of lists. */
export function accessesIn(needs: readonly Need[]): readonly ContactAccess[] {
  return CONTACT_ACCESSES.filter((access) => needs.some(({ uses }) => uses.has(access)));
}

/** A statement for every access to these entries. */
export function statementFor(statement: Json, needs: readonly Need[]): PolicyStatement {
  return { statement, access: accessesIn(needs), secrets: secretsIn(needs) };
}

export function withAccess(needs: readonly CoveredNeed[], access: ContactAccess): readonly CoveredNeed[] {
  return needs.filter(({ uses }) => uses.has(access));
}
