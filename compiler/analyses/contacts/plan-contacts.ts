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
  readonly secrets: Set<string>;
  readonly profiles: Set<string>;
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
  readonly #contacts = new Map<StoreRow, Map<string, Met>>();
  readonly #numbers = new Map<StoreRow, number>();

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
      return sorted([...(this.#contacts.get(row)?.values() ?? [])]).map((contact) => rowOf(shown, contact));
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
    const contacts = this.#contacts.get(row) ?? new Map<string, Met>();
    this.#contacts.set(row, contacts);
    const key = `${addressText(at)}\n${purpose.access}\n${purpose.for}\n${this.#credentialKey(purpose)}`;
    const contact = contacts.get(key) ?? { ...purpose, at, secrets: new Set(), profiles: new Set() };
    contacts.set(key, contact);
    contact.secrets.add(secret);
    contact.profiles.add(profile);
  }

  /** Aliases of one store have one credential. */
  #credentialKey({ credential }: Purpose): string {
    if (credential === undefined) return '';
    const number = this.#numbers.get(credential.opens) ?? this.#numbers.size;
    this.#numbers.set(credential.opens, number);
    return `${number} ${credential.name}`;
  }
}

function addressText(at: ShownAddress): string {
  return typeof at === 'string' ? at : JSON.stringify(at);
}

function rowOf(store: ReturnType<typeof shownStore>, { credential, secrets, profiles, ...contact }: Met): PlanContact {
  return {
    ...store,
    at: contact.at,
    access: contact.access,
    for: contact.for,
    ...(credential !== undefined && { credential: shownCredential(credential) }),
    secrets: [...secrets].sort(byName),
    profiles: [...profiles].sort(byName),
  };
}

function shownCredential({ opens, name }: NonNullable<Purpose['credential']>): NonNullable<PlanContact['credential']> {
  return { alias: shownStore(opens).store ?? '', name };
}

/** By entry, then as accesses and reasons are listed, then by credential. */
function sorted(contacts: readonly Met[]): readonly Met[] {
  const keyed = contacts.map((contact) => {
    const of = contact.credential === undefined ? null : shownCredential(contact.credential);
    return { contact, text: addressText(contact.at), of: of === null ? '' : `${of.alias} ${of.name}` };
  });
  keyed.sort(
    (left, right) =>
      byName(left.text, right.text) || orderOf(left.contact) - orderOf(right.contact) || byName(left.of, right.of),
  );
  return keyed.map(({ contact }) => contact);
}

function orderOf({ access, for: why }: Purpose): number {
  return CONTACT_REASONS.indexOf(why) * CONTACT_ACCESSES.length + CONTACT_ACCESSES.indexOf(access);
}
