/** The stores of the user that a plan reads or writes, each with whose entries and which. */

import { coordinatesOf, writtenFor } from '../addresses/address.js';
import { leadsOutside } from '../addresses/folded-path.js';
import { fillPlaceholders } from '../addresses/placeholders.js';
import { parseStoreUri, type StoreUri } from '../addresses/store-uri.js';
import { canonicalJson } from '../canonical.js';
import { byName, own } from '../named.js';
import type { Coordinates, Naming, Plan, StoreRef } from '../plan.js';
import { contactsOf } from '../stores/contacts.js';
import { entryIn } from '../stores/entry-behind.js';
import { withoutCredentials } from '../stores/hidden-parts.js';
import { projectStores, type StoreTable } from '../stores/store-table.js';
import { cachedBehind, leafBehind, sourcesBehind } from '../stores/stores-behind.js';
import { storeWritten } from '../stores/where-written.js';
import type { PoweredChain } from './chain-powers.js';
import { chainsOf, makesValues } from './chains-of.js';
import type { Use } from './granted-powers.js';
import type { GrantedPower, StorePower } from './power.js';
import { wholeStore } from './store-meant.js';

/** Tells texts apart that are not shown. */
export type AddressDigest = (text: string) => string;

/** Sorted, reading before writing. */
export function userStorePowers(plan: Plan, digest: AddressDigest): readonly GrantedPower[] {
  const stores = new UserStores(plan, digest);
  for (const secret of Object.keys(plan.secrets).sort(byName)) {
    for (const meaning of own(plan.secrets, secret) ?? []) {
      const { source } = meaning;
      if (source.kind !== 'stored') continue;
      for (const [chain, profiles] of chainsOf(plan, meaning)) {
        const use = { secret, profiles };
        stores.readThrough(chain, source.naming, use);
        if (makesValues(source)) stores.writeThrough(chain, source.naming, use);
      }
    }
  }
  return stores.all();
}

const CONVENTION: Naming = { kind: 'convention' };

/** Whose store it is, and how its alias names entries; looked up once for each reference. */
interface Target {
  /** Null: of the project itself, or none at all. */
  readonly meant: Pick<StorePower, 'store' | 'hidden'> | null;
  readonly alias: string | null;
  readonly template: Coordinates | null;
  /** Whether the project's name decides about entries by convention; it does not in a file whose power is the whole of it. */
  readonly isByProject: boolean;
}

interface Collected {
  readonly power: Pick<StorePower, 'store' | 'hidden' | 'access'>;
  isByConvention: boolean;
  readonly items: Set<string>;
  readonly secrets: Set<string>;
  readonly profiles: Set<string>;
}

class UserStores {
  readonly #project: string;
  readonly #stores: StoreTable;
  readonly #digest: AddressDigest;
  readonly #targets = new Map<StoreRef | null, Target>();
  readonly #collected = new Map<string, Collected>();

  constructor({ project, stores }: Plan, digest: AddressDigest) {
    this.#digest = digest;
    this.#project = project.name;
    this.#stores = projectStores(stores);
  }

  /** An empty chain is the user's default store. A cache is read and written; credentials are read from where they are. */
  readThrough(chain: PoweredChain, naming: Naming, use: Use): void {
    if (chain.length === 0) this.#at(null, naming, 'read', use);
    for (const ref of chain) {
      for (const source of sourcesBehind(ref, this.#stores)) this.#read(source, naming, use);
      const cached = cachedBehind(ref, this.#stores);
      if (cached === null) continue;
      this.#read(cached.store.cache.store, CONVENTION, use);
      this.#at(cached.store.cache.store, CONVENTION, 'write', use);
    }
  }

  writeThrough(chain: PoweredChain, naming: Naming, use: Use): void {
    const written = chain.length === 0 ? null : storeWritten(chain, this.#stores);
    if (written !== null || chain.length === 0) this.#at(written, naming, 'write', use);
  }

  all(): readonly GrantedPower[] {
    return [...this.#collected]
      .sort(([left], [right]) => byName(left, right))
      .map(([, { power, isByConvention, items, secrets, profiles }]) => ({
        power: {
          kind: 'store',
          ...power,
          project: isByConvention ? this.#project : null,
          items: [...items].sort(byName),
        },
        secrets: [...secrets].sort(byName),
        profiles: [...profiles],
      }));
  }

  #read(ref: StoreRef, naming: Naming, use: Use): void {
    this.#at(ref, naming, 'read', use);
    const { credentials = {} } = leafBehind(ref, this.#stores) ?? {};
    for (const { store, ref: at } of Object.values(credentials))
      this.#at(store, at === undefined ? CONVENTION : { kind: 'ref', at }, 'read', use, 'credential');
  }

  /** A template is of the secrets that use its alias; a credential has its own address. */
  #at(
    ref: StoreRef | null,
    naming: Naming,
    access: StorePower['access'],
    { secret, profiles }: Use,
    of: 'secret' | 'credential' = 'secret',
  ): void {
    const { meant, alias, template, isByProject } = this.#target(ref);
    const written = writtenFor(naming, alias) ?? (of === 'secret' ? this.#pattern(template) : null);
    if (meant === null || (written === null && !isByProject)) return;
    const power = { ...meant, access };
    const key = JSON.stringify(power);
    const held = this.#collected.get(key) ?? {
      power,
      isByConvention: false,
      items: new Set(),
      secrets: new Set(),
      profiles: new Set(),
    };
    this.#collected.set(key, held);
    if (written === null) held.isByConvention = true;
    else held.items.add(itemText(written));
    held.secrets.add(secret);
    for (const profile of profiles) held.profiles.add(profile);
  }

  /** With what is the same for all secrets and profiles filled in. */
  #pattern(template: Coordinates | null): Coordinates | null {
    if (template === null) return null;
    const names = { project: this.#project, profile: '{profile}', key: '{key}' };
    const filled = coordinatesOf(template).map(([name, text]) => [name, fillPlaceholders(text, names)]);
    return { item: template.item, ...Object.fromEntries(filled) };
  }

  #target(ref: StoreRef | null): Target {
    const known = this.#targets.get(ref) ?? targetOf(ref, this.#stores, this.#digest);
    this.#targets.set(ref, known);
    return known;
  }
}

function targetOf(ref: StoreRef | null, stores: StoreTable, digest: AddressDigest): Target {
  if (ref === null) return { meant: { store: null }, alias: null, template: null, isByProject: true };
  const leaf = leafBehind(ref, stores);
  const uri = leaf && parseStoreUri(leaf.spec);
  const known = uri?.kind === 'uri' ? uri : null;
  const file = known && fileOf(known);
  return {
    meant: known !== null && isOfProject(known, file) ? null : meantBy(wholeStore(ref, stores), digest),
    alias: ref.kind === 'open' ? ref.name : (leaf?.alias ?? null),
    template: leaf?.template ?? null,
    isByProject: known === null || file === null || namesProject(known),
  };
}

function meantBy(whole: string, digest: AddressDigest): Target['meant'] {
  const store = withoutCredentials(whole);
  return store === whole ? { store } : { store, hidden: digest(whole) };
}

/** The path of a store that is a file or a folder. */
function fileOf(uri: StoreUri): string | null {
  const file = contactsOf(uri)?.find((contact) => contact.kind === 'file' && contact.isStore);
  return file?.kind === 'file' ? file.path : null;
}

/** A file in the manifest's folder; variables of the process, which the command has anyway; and the store that is always empty. */
function isOfProject({ scheme }: StoreUri, file: string | null): boolean {
  return scheme === 'env' || scheme === 'null' || (file !== null && !leadsOutside(file));
}

/** Whether two projects have different entries by convention there. */
function namesProject(uri: StoreUri): boolean {
  const [one, other] = ['one', 'other'].map((project) => {
    const names = { project, profile: 'default', key: 'KEY' };
    return entryIn(uri, { kind: 'convention', ...names }, names);
  });
  return canonicalJson(one ?? null) !== canonicalJson(other ?? null);
}

/** The item alone, or all coordinates. */
function itemText(at: Coordinates): string {
  const coordinates = coordinatesOf(at);
  return coordinates.length === 1 ? at.item : coordinates.map((pair) => pair.join(' ')).join(', ');
}
