/** Which stores a plan may contact, and for what. */
import { byName, type Named, own } from '#schemas/named.js';
import type { CredentialSource, Plan, StoreRef } from '#schemas/plan.js';
import type { Contact, OutlineMeaning, OutlineRoute, OutlineSecret, OutlineStore } from '#schemas/plan-outline.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { outlineStore, uriOf } from './outline/routes.js';

type Purpose = 'reads' | 'writesGenerated' | 'writesEntered' | 'caches';

interface Purposes {
  readonly store: OutlineStore;
  readonly secrets: Readonly<Record<Purpose, Set<string>>>;
  readonly credentials: Map<string, { readonly name: string; readonly of: string }>;
}

/** Stores that the plan names by alias first, then URIs, then names that the user's machine explains, then its default. */
export function contactsOf(plan: Plan, secrets: readonly OutlineSecret[]): readonly Contact[] {
  const contacts = new Map<string, Purposes>();
  for (const { name, meanings } of secrets) {
    for (const meaning of meanings) for (const route of meaning.routes) addRoute(contacts, name, meaning, route);
  }
  for (const [alias, { credentials }] of credentialsOf(plan, contacts)) addCredentials(contacts, alias, credentials);
  return [...contacts].sort(([left], [right]) => byName(left, right)).map(([, purposes]) => contactOf(plan, purposes));
}

function addRoute(
  contacts: Map<string, Purposes>,
  secret: string,
  { meaning }: OutlineMeaning,
  route: OutlineRoute,
): void {
  for (const { store } of route.hops) purposesOf(contacts, store).secrets.reads.add(secret);
  if (route.cache !== null) purposesOf(contacts, route.cache.store).secrets.caches.add(secret);
  const written = meaning.source.kind === 'stored' ? meaning.source.whenMissing.kind : 'nothing';
  const [first] = route.hops;
  if (first === undefined || route.keeps === false) return;
  if (written === 'generate') purposesOf(contacts, first.store).secrets.writesGenerated.add(secret);
  if (written === 'prompt') purposesOf(contacts, first.store).secrets.writesEntered.add(secret);
}

function purposesOf(contacts: Map<string, Purposes>, store: OutlineStore): Purposes {
  const key = keyOf(store);
  const known = contacts.get(key);
  if (known !== undefined) return known;
  const secrets = {
    reads: new Set<string>(),
    writesGenerated: new Set<string>(),
    writesEntered: new Set<string>(),
    caches: new Set<string>(),
  };
  const created: Purposes = { store, secrets, credentials: new Map() };
  contacts.set(key, created);
  return created;
}

/** Sorts as contacts are listed. */
function keyOf(store: OutlineStore): string {
  switch (store.kind) {
    case 'alias':
      return `1 ${store.name}`;
    case 'uri':
      return `2 ${store.uri}`;
    case 'open':
      return `3 ${store.name}`;
    case 'default':
      return '4';
  }
}

/** The aliases contacted that need credentials, those of caches included. Credentials are one hop away (spec 5.1, rule 3). */
function credentialsOf(
  plan: Plan,
  contacts: ReadonlyMap<string, Purposes>,
): readonly (readonly [string, { readonly credentials: Named<CredentialSource> }])[] {
  return [...contacts.values()].flatMap(({ store }) => {
    const found = store.kind === 'alias' ? own(plan.stores, store.name) : undefined;
    return store.kind !== 'alias' || found === undefined || found.kind === 'fallback'
      ? []
      : [[store.name, found] as const];
  });
}

function addCredentials(contacts: Map<string, Purposes>, alias: string, credentials: Named<CredentialSource>): void {
  for (const [name, { store }] of Object.entries(credentials)) {
    purposesOf(contacts, outlineStore(store)).credentials.set(`${alias} ${name}`, { name, of: alias });
  }
}

function contactOf(plan: Plan, { store, secrets, credentials }: Purposes): Contact {
  const ref = refOf(store);
  const uri = ref === null ? null : uriOf(plan, ref);
  const sorted = (names: ReadonlySet<string>) => [...names].sort(byName);
  return {
    store,
    uri: uri === null ? null : withoutCredentials(uri),
    reads: sorted(secrets.reads),
    writesGenerated: sorted(secrets.writesGenerated),
    writesEntered: sorted(secrets.writesEntered),
    caches: sorted(secrets.caches),
    credentials: [...credentials].sort(([left], [right]) => byName(left, right)).map(([, credential]) => credential),
  };
}

function refOf(store: OutlineStore): StoreRef | null {
  return store.kind === 'default' ? null : store;
}
