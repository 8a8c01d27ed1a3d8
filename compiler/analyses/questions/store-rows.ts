/** Which references of a plan are one store, and what answers call it: equal address and credentials are one row, under the first alias. */
import { byName, own } from '#schemas/named.js';
import type { CredentialSource, Plan, StoreRef } from '#schemas/plan.js';
import type { ShownStore } from '#schemas/plan-contacts.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { type Leaf, leafBehind } from '#schemas/stores/stores-behind.js';
import { specKey } from '../diff/spec-key.js';

/** A store that was met. The same object for all its spellings. */
export interface StoreRow {
  /** The first of its spellings, as the manifest writes it; null: the user's default store. */
  readonly ref: StoreRef | null;
  /** Null where only a user's machine knows the store. */
  readonly leaf: Leaf | null;
}

/** The rows of one answer. */
export class StoreRows {
  readonly #plan: Plan;
  readonly #byKey = new Map<string, Row>();
  readonly #byText = new Map<string, Row>();
  /** A chain that many secrets share has the same objects, which need no text. */
  readonly #byRef = new WeakMap<StoreRef, Row>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Null: the user's default store. */
  rowOf(ref: StoreRef | null): StoreRow {
    if (ref === null) return this.#find(null);
    const row = this.#byRef.get(ref) ?? this.#find(ref);
    this.#byRef.set(ref, row);
    return row;
  }

  #find(ref: StoreRef | null): Row {
    const text = textOf(ref);
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const leaf = ref && leafBehind(ref, projectStores(this.#plan.stores));
    const key = leaf === null ? text : this.#keyOf(leaf);
    const row = this.#byKey.get(key) ?? { ref, leaf };
    if (isBefore(ref, row.ref, this.#plan)) Object.assign(row, { ref, leaf });
    this.#byKey.set(key, row);
    this.#byText.set(text, row);
    return row;
  }

  /** Aliases by name, then URIs, then names that only a user's machine knows, then its default store. */
  sorted(): readonly StoreRow[] {
    return [...this.#byKey.values()].sort((left, right) =>
      byName(orderOf(left.ref, this.#plan), orderOf(right.ref, this.#plan)),
    );
  }

  #keyOf({ spec, credentials }: Leaf): string {
    return JSON.stringify([specKey(spec), this.#credentialsKey(credentials)]);
  }

  #credentialsKey(credentials: Leaf['credentials']): readonly unknown[] {
    return Object.entries(credentials)
      .sort(([left], [right]) => byName(left, right))
      .map(([name, source]) => [name, this.#sourceKey(source)]);
  }

  #sourceKey({ store, ref }: CredentialSource): readonly unknown[] {
    const leaf = leafBehind(store, projectStores(this.#plan.stores));
    return [leaf === null ? textOf(store) : specKey(leaf.spec), ref ?? null];
  }
}

interface Row {
  ref: StoreRef | null;
  leaf: Leaf | null;
}

export function shownStore({ ref, leaf }: StoreRow): ShownStore {
  return {
    store: ref === null ? null : withoutCredentials(ref.kind === 'uri' ? ref.uri : ref.name),
    uri: leaf === null ? null : withoutCredentials(leaf.spec),
  };
}

function isBefore(ref: StoreRef | null, other: StoreRef | null, plan: Plan): boolean {
  return byName(orderOf(ref, plan), orderOf(other, plan)) < 0;
}

function orderOf(ref: StoreRef | null, { stores }: Plan): string {
  if (ref === null) return '4';
  if (ref.kind === 'uri') return `2 ${ref.uri}`;
  return own(stores, ref.name) !== undefined ? `1 ${ref.name}` : `3 ${ref.name}`;
}

function textOf(ref: StoreRef | null): string {
  if (ref === null) return '';
  return ref.kind === 'uri' ? `uri ${ref.uri}` : `name ${ref.name}`;
}
