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
import { NameLists } from '../questions/name-lists.js';
import { shownAddress } from '../questions/shown-address.js';
import { selectionsOf } from '../questions/selected-by.js';
import { shownStore, type StoreRow, StoreRows } from '../questions/store-rows.js';
import { type ChainUse, type CredentialUse, chainUses, credentialUses } from './walk.js';

export function planContacts(question: PlanQuestion): PlanContacts {
  const found = new Found(question);
  const chains = chainsIn(question.plan);
  for (const selected of selectionsOf(question))
    for (const use of chainUses(question.plan, selected, chains)) found.add(use);
  found.addCredentials();
  return { ...answerHead(question), contacts: found.contacts() };
}

interface Purpose {
  readonly access: ContactAccess;
  readonly for: ContactReason;
  readonly credential?: { readonly opens: StoreRow; readonly name: string };
}
/** A contact in one profile. There may be 200,000. */
interface Met extends Purpose {
  /** Equal texts are one entry of the store. */
  readonly text: string;
  readonly at: ShownAddress;
  readonly secrets: string | ReadonlySet<string>;
  readonly profile: string;
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
  /** By store and profile, and so nearly in the order of their addresses: sorting 200,000 is then quick. */
  readonly #met = new Map<StoreRow, Map<string, Met[]>>();
  /** By alias of a store with credentials and by profile: the secrets that it is opened for. */
  readonly #opened = new Map<string, Map<string, Set<string>>>();

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
    const lists = new NameLists();
    return this.#rows.sorted().flatMap((row) => {
      const shown = shownStore(row);
      const byProfile = [...(this.#met.get(row) ?? [])].sort(([left], [right]) => byName(left, right));
      const met = byProfile.flatMap(([, each]) => each).sort((left, right) => byName(left.text, right.text));
      return contactsIn(met).map((contact) => rowOf(shown, contact, lists));
    });
  }

  /** Read once for all secrets of a store. */
  addCredentials(): void {
    for (const [alias, byProfile] of this.#opened) {
      const ref: StoreRef = { kind: 'alias', name: alias };
      const opens = this.#rows.rowOf(ref);
      for (const credential of credentialUses(this.#question.plan, ref))
        for (const [profile, secrets] of byProfile) this.#addCredential(opens, credential, secrets, profile);
    }
  }

  /** The entries; the store is opened for them. */
  #addStore(ref: StoreRef | null, use: ChainUse, purposes: readonly Purpose[], entryOf: EntryOf): void {
    this.#addEntries(ref, use, purposes, entryOf);
    if (ref === null || ref.kind === 'uri' || credentialUses(this.#question.plan, ref).length === 0) return;
    const byProfile = this.#opened.get(ref.name) ?? new Map<string, Set<string>>();
    this.#opened.set(ref.name, byProfile);
    for (const profile of use.profiles) {
      const secrets = byProfile.get(profile);
      if (secrets === undefined) byProfile.set(profile, new Set([use.secret]));
      else secrets.add(use.secret);
    }
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

  #addCredential(
    opens: StoreRow,
    { name, source }: CredentialUse,
    secrets: ReadonlySet<string>,
    profile: string,
  ): void {
    const { plan } = this.#question;
    const { store, ref } = source;
    const names = { project: plan.project.name, profile, key: name };
    const at = shownAddress(entryAt(store, credentialAddress(ref, names), names, projectStores(plan.stores)));
    const purpose: Purpose = { access: 'read', for: 'credential', credential: { opens, name } };
    this.#addTo(this.#rows.rowOf(store), at, purpose, secrets, profile);
  }

  #addTo(row: StoreRow, at: ShownAddress, purpose: Purpose, secrets: Met['secrets'], profile: string): void {
    const { access, for: why, credential } = purpose;
    const text = typeof at === 'string' ? at : JSON.stringify(at);
    const byProfile = this.#met.get(row) ?? new Map<string, Met[]>();
    this.#met.set(row, byProfile);
    const met = byProfile.get(profile);
    const one = { access, for: why, ...(credential && { credential }), text, at, secrets, profile };
    if (met === undefined) byProfile.set(profile, [one]);
    else met.push(one);
  }
}

/** Contacts of one entry for one reason, with all their secrets and profiles. */
type Together = readonly [Met, ...Met[]];

/** By entry, then as accesses and reasons are listed, then by credential. `sorted`: by entry. */
function contactsIn(sorted: readonly Met[]): readonly Together[] {
  const contacts: Together[] = [];
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const first = sorted[start];
    while (first !== undefined && sorted[end]?.text === first.text) end++;
    if (first !== undefined && end - start === 1) contacts.push([first]);
    else contacts.push(...byPurpose(sorted.slice(start, end)));
  }
  return contacts;
}

function byPurpose(met: readonly Met[]): readonly Together[] {
  const contacts: [Met, ...Met[]][] = [];
  for (const one of met) {
    const same = contacts.find(([first]) => isFor(first, one));
    if (same === undefined) contacts.push([one]);
    else same.push(one);
  }
  return contacts.sort(
    ([left], [right]) => orderOf(left) - orderOf(right) || byName(credentialText(left), credentialText(right)),
  );
}

/** Aliases of one store have one credential. */
function isFor(met: Purpose, { access, for: why, credential }: Purpose): boolean {
  return (
    met.access === access &&
    met.for === why &&
    met.credential?.opens === credential?.opens &&
    met.credential?.name === credential?.name
  );
}

/** `names`: of each contact of one entry. */
function listOf(lists: NameLists, names: readonly Met['secrets'][]): readonly string[] {
  const [first] = names;
  if (typeof first === 'string' && names.every((each) => each === first)) return lists.only(first);
  return lists.of(names.flatMap((each) => (typeof each === 'string' ? each : [...each])));
}

/** Every member is written out: a spread costs many times as much. */
function rowOf({ store, uri }: ShownStore, met: Together, lists: NameLists): PlanContact {
  const [{ at, access, for: why, credential }] = met;
  const secrets = listOf(
    lists,
    met.map((each) => each.secrets),
  );
  const profiles = listOf(
    lists,
    met.map((each) => each.profile),
  );
  if (credential === undefined) return { store, uri, at, access, for: why, secrets, profiles };
  return { store, uri, at, access, for: why, credential: shownCredential(credential), secrets, profiles };
}

function shownCredential({ opens, name }: NonNullable<Purpose['credential']>): NonNullable<PlanContact['credential']> {
  return { alias: shownStore(opens).store ?? '', name };
}

function credentialText({ credential }: Met): string {
  if (credential === undefined) return '';
  const { alias, name } = shownCredential(credential);
  return `${alias} ${name}`;
}

function orderOf({ access, for: why }: Purpose): number {
  return CONTACT_REASONS.indexOf(why) * CONTACT_ACCESSES.length + CONTACT_ACCESSES.indexOf(access);
}
