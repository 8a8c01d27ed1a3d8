/** What the entries of one profile are needed for: each entry once, with every access to it. */
import { credentialAddress } from '#schemas/addresses/address.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { PlaceholderValues } from '#schemas/addresses/placeholders.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { byName } from '#schemas/named.js';
import type { StoreRef } from '#schemas/plan.js';
import type { ContactAccess } from '#schemas/plan-contacts.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { type EntryBehind, entryAt, entryBehind, entryText } from '#schemas/stores/entry-behind.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { type ChainUse, chainUses, credentialUses } from '../contacts/walk.js';
import { chainsIn } from '../outline/chains.js';
import { select } from '../outline/selected.js';
import { type StoreRow, StoreRows } from '../questions/store-rows.js';

/** The secrets that need an access to an entry, by access. */
export type Uses = ReadonlyMap<ContactAccess, ReadonlySet<string>>;
/** An entry of a store. */
export interface Need {
  readonly row: StoreRow;
  /** Null: the store is known on the user's machine alone, or what it calls the entry is. */
  readonly known: KnownEntry | null;
  readonly uses: Uses;
  /** Whether the entry is a copy in a cache. */
  readonly isCopy: boolean;
}
export interface KnownEntry {
  readonly uri: StoreUri;
  readonly entry: Entry;
}

/** By store, then by entry. `isReadOnly`: without writing what was generated or entered. */
export function needsOf(question: PlanQuestion, profile: string, isReadOnly: boolean): readonly Need[] {
  const { plan, scope } = question;
  const found = new Found(question, profile, isReadOnly);
  for (const use of chainUses(plan, select(plan, { profile, scope }), chainsIn(plan))) found.add(use);
  return found.needs();
}

export function secretsIn(needs: readonly Pick<Need, 'uses'>[], access?: ContactAccess): readonly string[] {
  const sets = needs.flatMap(({ uses }) => (access === undefined ? [...uses.values()] : [uses.get(access) ?? []]));
  return [...new Set(sets.flatMap((names) => [...names]))].sort(byName);
}

interface Gathered extends Need {
  readonly uses: Map<ContactAccess, Set<string>>;
  isCopy: boolean;
}

class Found {
  readonly #question: PlanQuestion;
  readonly #profile: string;
  readonly #isReadOnly: boolean;
  readonly #rows: StoreRows;
  readonly #needs = new Map<StoreRow, Map<string, Gathered>>();

  constructor(question: PlanQuestion, profile: string, isReadOnly: boolean) {
    this.#question = question;
    this.#profile = profile;
    this.#isReadOnly = isReadOnly;
    this.#rows = new StoreRows(question.plan);
  }

  add(use: ChainUse): void {
    const { plan } = this.#question;
    const stores = projectStores(plan.stores);
    const names = this.#names(use.secret);
    const entryOf = (ref: StoreRef | null) => entryBehind(ref, use.naming, names, stores);
    for (const ref of use.refs) this.#addOpened(ref, entryOf(ref), ['read'], use.secret);
    const { written, cache } = use;
    if (written !== null && !this.#isReadOnly) this.#addEntry(written.ref, entryOf(written.ref), ['write'], use.secret);
    if (cache !== null) {
      const copy = entryAt(cache, { kind: 'convention', ...names }, names, stores);
      this.#addOpened(cache, copy, ['read', 'write', 'delete'], use.secret, true);
    }
  }

  needs(): readonly Need[] {
    return this.#rows.sorted().flatMap((row) => {
      const entries = [...(this.#needs.get(row) ?? new Map<string, Gathered>())];
      return entries.sort(([left], [right]) => byName(left, right)).map(([, need]) => need);
    });
  }

  /** With the credentials that open the store. */
  #addOpened(
    ref: StoreRef | null,
    at: EntryBehind,
    accesses: readonly ContactAccess[],
    secret: string,
    isCopy = false,
  ): void {
    this.#addEntry(ref, at, accesses, secret, isCopy);
    const { plan } = this.#question;
    for (const { name, source } of credentialUses(plan, ref)) {
      const names = this.#names(name);
      const kept = entryAt(source.store, credentialAddress(source.ref, names), names, projectStores(plan.stores));
      this.#addEntry(source.store, kept, ['read'], secret);
    }
  }

  #addEntry(
    ref: StoreRef | null,
    at: EntryBehind,
    accesses: readonly ContactAccess[],
    secret: string,
    isCopy = false,
  ): void {
    const row = this.#rows.rowOf(ref);
    const entries = this.#needs.get(row) ?? new Map<string, Gathered>();
    this.#needs.set(row, entries);
    const { uri, entry } = at;
    const known = uri === null || entry === null ? null : { uri, entry };
    const need = entries.get(entryText(at)) ?? { row, known, uses: new Map(), isCopy };
    entries.set(entryText(at), need);
    need.isCopy ||= isCopy;
    for (const access of accesses) need.uses.set(access, (need.uses.get(access) ?? new Set()).add(secret));
  }

  #names(key: string): PlaceholderValues {
    return { project: this.#question.plan.project.name, profile: this.#profile, key };
  }
}
