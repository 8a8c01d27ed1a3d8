/** Every entry that may be met, and why: one row for each store, entry, access and reason. */
import { credentialAddress } from '#schemas/addresses/address.js';
import type { PlaceholderValues } from '#schemas/addresses/placeholders.js';
import { byName } from '#schemas/named.js';
import type { StoreRef } from '#schemas/plan.js';
import {
  CONTACT_ACCESSES,
  CONTACT_REASONS,
  type ContactAccess,
  type ContactReason,
  type PlanContact,
  type PlanContacts,
  type ShownStore,
  type ShownAddress,
} from '#schemas/plan-contacts.js';
import { answerHead, type PlanQuestion } from '#schemas/plan-question.js';
import { type EntryBehind, entryAt, entryBehind } from '#schemas/stores/entry-behind.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { chainsIn } from '../outline/chains.js';
import { shownAddress } from '../questions/shown-address.js';
import { selectionsOf } from '../questions/selected-by.js';
import { shownStore, type StoreRow, StoreRows } from '../questions/store-rows.js';
import { type ChainUse, type CredentialUse, chainUses, credentialUses } from './walk.js';

export function planContacts(question: PlanQuestion): PlanContacts {
  const found = new Found(question);
  const chains = chainsIn(question.plan);
  for (const selected of selectionsOf(question))
    for (const use of chainUses(question.plan, selected, chains)) found.add(use);
  return { ...answerHead(question), contacts: found.contacts() };
}

interface Purpose {
  readonly access: ContactAccess;
  readonly for: ContactReason;
  readonly credential?: { readonly opens: StoreRow; readonly name: string };
}
interface Met extends Purpose {
  readonly at: ShownAddress;
  /** Nearly always one of each: a set for each of 200,000 entries would fill the memory. */
  secrets: string | Set<string>;
  profiles: string | Set<string>;
}

const READ: Purpose = { access: 'read', for: 'value' };
const WRITE = {
  generated: { access: 'write', for: 'generated' },
  prompted: { access: 'write', for: 'prompted' },
} as const;
const CACHE: readonly Purpose[] = CONTACT_ACCESSES.map((access) => ({ access, for: 'cache' }));
type EntryOf = (names: PlaceholderValues) => EntryBehind;

class Found {
  readonly #question: PlanQuestion;
  readonly #rows: StoreRows;
  readonly #contacts = new Map<StoreRow, Map<string, Met[]>>();

  constructor(question: PlanQuestion) {
    this.#question = question;
    this.#rows = new StoreRows(question.plan);
  }

  add(use: ChainUse): void {
    const { plan } = this.#question;
    const stores = projectStores(plan.stores);
    const entryOf = (ref: StoreRef | null) => (names: PlaceholderValues) => entryBehind(ref, use.naming, names, stores);
    for (const ref of use.refs) this.#addStore(ref, use, [READ], entryOf(ref));
    if (use.written !== null)
      this.#addEntries(use.written.ref, use, [WRITE[use.written.for]], entryOf(use.written.ref));
    const { cache } = use;
    if (cache !== null)
      this.#addStore(cache, use, CACHE, (names) => entryAt(cache, { kind: 'convention', ...names }, names, stores));
  }

  contacts(): readonly PlanContact[] {
    return this.#rows.sorted().flatMap((row) => {
      const shown = shownStore(row);
      return sorted(this.#contacts.get(row) ?? new Map()).map((contact) => rowOf(shown, contact));
    });
  }

  /** The entries, and the credentials that open the store. */
  #addStore(ref: StoreRef | null, use: ChainUse, purposes: readonly Purpose[], entryOf: EntryOf): void {
    this.#addEntries(ref, use, purposes, entryOf);
    const opens = this.#rows.rowOf(ref);
    for (const credential of credentialUses(this.#question.plan, ref)) this.#addCredential(opens, credential, use);
  }

  #addEntries(
    ref: StoreRef | null,
    { secret, profiles }: ChainUse,
    purposes: readonly Purpose[],
    entryOf: EntryOf,
  ): void {
    const row = this.#rows.rowOf(ref);
    for (const profile of profiles) {
      const at = shownAddress(entryOf({ project: this.#question.plan.project.name, profile, key: secret }));
      for (const purpose of purposes) this.#addTo(row, at, purpose, secret, profile);
    }
  }

  #addCredential(opens: StoreRow, { name, source }: CredentialUse, { secret, profiles }: ChainUse): void {
    const { plan } = this.#question;
    const { store, ref } = source;
    const row = this.#rows.rowOf(store);
    for (const profile of profiles) {
      const names = { project: plan.project.name, profile, key: name };
      const at = shownAddress(entryAt(store, credentialAddress(ref, names), names, projectStores(plan.stores)));
      this.#addTo(row, at, { access: 'read', for: 'credential', credential: { opens, name } }, secret, profile);
    }
  }

  #addTo(row: StoreRow, at: ShownAddress, purpose: Purpose, secret: string, profile: string): void {
    let contacts = this.#contacts.get(row);
    if (contacts === undefined) {
      contacts = new Map();
      this.#contacts.set(row, contacts);
    }
    const text = addressText(at);
    const there = contacts.get(text);
    const known = there?.find((one) => isFor(one, purpose));
    if (known !== undefined) {
      known.secrets = withName(known.secrets, secret);
      known.profiles = withName(known.profiles, profile);
      return;
    }
    const met: Met = { ...purpose, at, secrets: secret, profiles: profile };
    if (there === undefined) contacts.set(text, [met]);
    else there.push(met);
  }
}

/** Aliases of one store have one credential. */
function isFor(met: Met, { access, for: why, credential }: Purpose): boolean {
  return (
    met.access === access &&
    met.for === why &&
    met.credential?.opens === credential?.opens &&
    met.credential?.name === credential?.name
  );
}

function withName(names: string | Set<string>, name: string): string | Set<string> {
  if (names === name) return names;
  return (typeof names === 'string' ? new Set([names]) : names).add(name);
}

function namesIn(names: string | Set<string>): readonly string[] {
  return typeof names === 'string' ? [names] : [...names].sort(byName);
}

function addressText(at: ShownAddress): string {
  return typeof at === 'string' ? at : JSON.stringify(at);
}

/** Every member is written out: a spread costs many times as much, and there may be 200,000. */
function rowOf({ store, uri }: ShownStore, met: Met): PlanContact {
  const { at, access, credential } = met;
  const [secrets, profiles] = [namesIn(met.secrets), namesIn(met.profiles)];
  if (credential === undefined) return { store, uri, at, access, for: met.for, secrets, profiles };
  return { store, uri, at, access, for: met.for, credential: shownCredential(credential), secrets, profiles };
}

function shownCredential({ opens, name }: NonNullable<Purpose['credential']>): NonNullable<PlanContact['credential']> {
  return { alias: shownStore(opens).store ?? '', name };
}

/** By entry, then as accesses and reasons are listed, then by credential. */
function sorted(contacts: ReadonlyMap<string, readonly Met[]>): readonly Met[] {
  // Without a function that compares: that is the order of names, and there may be 200,000.
  return [...contacts.keys()].sort().flatMap((text) => {
    const there = contacts.get(text) ?? [];
    if (there.length === 1) return there;
    return there.toSorted(
      (left, right) => orderOf(left) - orderOf(right) || byName(credentialText(left), credentialText(right)),
    );
  });
}

function credentialText({ credential }: Met): string {
  if (credential === undefined) return '';
  const { alias, name } = shownCredential(credential);
  return `${alias} ${name}`;
}

function orderOf({ access, for: why }: Purpose): number {
  return CONTACT_REASONS.indexOf(why) * CONTACT_ACCESSES.length + CONTACT_ACCESSES.indexOf(access);
}
