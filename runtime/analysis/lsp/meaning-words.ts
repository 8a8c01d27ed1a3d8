/** What a plan says of a secret, in the words that hover and hints show. No `default` text, no password of an address. */
import { membershipsOf } from '#schemas/groups.js';
import { meaningIn, profilesOf, receivedFrom } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Plan, PlanSecret, PlannedStore, StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { code } from './markdown.js';

/** The meaning in a profile, else in `default`, else the first one; null for a name that nothing declares. */
export function meaningNear(plan: Plan, profile: string | null, secret: string) {
  const all = own(plan.secrets, secret) ?? [];
  const wanted = [profile, 'default', ...all.flatMap((meaning) => profilesOf(plan, meaning).slice(0, 1))];
  for (const name of wanted) {
    const meaning = name === null ? null : meaningIn(plan, name, secret);
    if (name !== null && meaning !== null) return { profile: name, meaning };
  }
  return null;
}

/** The stores that are tried, in order, each alias with its address. */
export function routeWords(plan: Plan, profile: string, { source }: PlanSecret): string | null {
  if (source.kind !== 'stored') return null;
  const route = source.route === 'profile' ? (own(plan.profiles, profile)?.route ?? null) : source.route;
  return route === null ? "the user's default store" : route.map((ref) => storeWords(plan, ref)).join(' → ');
}

function storeWords(plan: Plan, ref: StoreRef): string {
  if (ref.kind === 'uri') return code(withoutCredentials(ref.uri));
  if (ref.kind === 'open') return code(ref.name);
  const store = own(plan.stores, ref.name);
  return store === undefined ? code(ref.name) : `${code(ref.name)} (${addressWords(plan, store)})`;
}

/** What an alias stands for. */
export function addressWords(plan: Plan, store: PlannedStore): string {
  if (store.kind !== 'fallback') return code(withoutCredentials(store.uri));
  // One step is enough to see what is meant, and ends where aliases name each other.
  return store.route.map((ref) => (ref.kind === 'alias' ? code(ref.name) : storeWords(plan, ref))).join(' → ');
}

/** The title of the provider that an address or a name leads to; null for one that this version does not know. */
export function providerTitle(spec: string): string | null {
  const uri = parseStoreUri(spec);
  const scheme = uri.kind === 'uri' ? uri.scheme : spec;
  return descriptorOf(scheme)?.title ?? null;
}

export function whenMissingWords({ source, presence }: PlanSecret): string | null {
  if (source.kind !== 'stored') return null;
  switch (source.whenMissing.kind) {
    case 'default':
      return 'the manifest has a default';
    case 'generate':
      return `a ${code(source.whenMissing.type)} is generated and stored`;
    case 'prompt':
      return '`run` asks for it';
    case 'nothing':
      if (presence === 'required') return 'it is an error';
      return presence === 'optional' ? 'it is left out' : 'its groups decide';
  }
}

/** The scopes that show the secret, or use it for what they show. */
export function scopesOf(plan: Plan, profile: string, secret: string): readonly string[] {
  return Object.entries(plan.scopes).flatMap(([scope, names]) => {
    if (names.includes(secret)) return [scope];
    return receivedFrom(plan, profile, names).has(secret) ? [`${scope} (hidden)`] : [];
  });
}

export function groupsOf({ presence }: PlanSecret): readonly string[] {
  return membershipsOf(presence).map(({ group, mode }) => `${group} (${mode})`);
}
