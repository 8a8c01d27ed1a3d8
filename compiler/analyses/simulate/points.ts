/** The stores of a plan as a simulation meets them: each has an identity, a name, and entries that it needs to sign in. */
import { credentialAddress } from '#schemas/addresses/address.js';
import { parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import type { Named } from '#schemas/named.js';
import type { Coordinates, CredentialSource, Plan, StoreRef } from '#schemas/plan.js';
import type { Abilities } from '#schemas/providers/descriptor.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { entryIn, entryText } from '#schemas/stores/entry-behind.js';
import { identityText } from '#schemas/stores/identity.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { type Leaf, leafBehind } from '#schemas/stores/stores-behind.js';
import { type StoreRow, StoreRows } from '../questions/store-rows.js';

export interface Point {
  /** Equal for all spellings of one store, whatever the way to sign in: an outage is one of all of them. */
  readonly id: string;
  /** What answers call it, once all stores were met. */
  readonly row: StoreRow;
  /** Null: known only on the user's machine. */
  readonly uri: StoreUri | null;
  /** Null: not known; such a store is taken for one that can do everything. */
  readonly abilities: Abilities | null;
  /** The key that `refs` may have for it. */
  readonly alias: string | null;
  readonly template: Coordinates | null;
  /** The entries that hold its credentials. */
  readonly credentials: readonly { readonly point: Point; readonly entry: string }[];
}

/** A store that keeps nothing has nothing. */
export function keepsNothing({ abilities }: Point): boolean {
  return abilities?.keeps.generated === false;
}

/** The stores behind the references of one profile; each is looked at once. */
export class Points {
  readonly #plan: Plan;
  readonly #names: { readonly project: string; readonly profile: string };
  readonly #known = new Map<string, Point>();
  readonly #rows: StoreRows;

  /** `rows`: of several profiles, where they are called alike. */
  constructor(plan: Plan, profile: string, rows = new StoreRows(plan)) {
    this.#plan = plan;
    this.#names = { project: plan.project.name, profile };
    this.#rows = rows;
  }

  /** Null: the user's default store. */
  at(ref: StoreRef | null): Point {
    const key = ref === null ? '' : ref.kind === 'uri' ? `uri ${ref.uri}` : `name ${ref.name}`;
    const known = this.#known.get(key) ?? this.#pointOf(ref);
    this.#known.set(key, known);
    return known;
  }

  /** All that were met, those that hold credentials included. */
  all(): readonly Point[] {
    return [...this.#known.values()];
  }

  /** What they are called, in the order of answers; equal ones are one. */
  rows(): readonly StoreRow[] {
    return this.#rows.sorted();
  }

  /** The identity of a store that is only asked for: it does not count as met. */
  idOf(ref: StoreRef | null): string {
    const uri = this.#uriOf(this.#leafOf(ref));
    if (uri !== null) return identityText(uri, this.#names);
    return `open ${ref !== null && ref.kind !== 'uri' ? ref.name : ''}`;
  }

  #leafOf(ref: StoreRef | null): Leaf | null {
    return ref && leafBehind(ref, projectStores(this.#plan.stores));
  }

  #uriOf(leaf: Leaf | null): StoreUri | null {
    const parsed = leaf === null ? null : parseStoreUri(leaf.spec);
    return parsed?.kind === 'uri' ? parsed : null;
  }

  #pointOf(ref: StoreRef | null): Point {
    const leaf = this.#leafOf(ref);
    const uri = this.#uriOf(leaf);
    return {
      id: this.idOf(ref),
      row: this.#rows.rowOf(ref),
      uri,
      abilities: (uri && descriptorOf(uri.scheme)?.abilities(uri)) ?? null,
      // A name that only the user's machine can resolve may be an alias there, and then a key of `refs`.
      alias: ref?.kind === 'open' ? ref.name : (leaf?.alias ?? null),
      template: leaf?.template ?? null,
      credentials: Object.entries(leaf?.credentials ?? NONE).map(([name, source]) => this.#credential(name, source)),
    };
  }

  #credential(name: string, { store, ref }: CredentialSource): Point['credentials'][number] {
    const point = this.at(store);
    const names = { ...this.#names, key: name };
    const at = credentialAddress(ref, names);
    return { point, entry: `${point.id}\n${entryText({ at, entry: entryIn(point.uri, at, names) })}` };
  }
}

const NONE: Named<CredentialSource> = {};
