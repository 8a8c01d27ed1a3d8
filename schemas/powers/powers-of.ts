/** All that a plan makes a machine do, in any profile, read off the plan alone. */
import { meaningIn, profilesOf } from '../meaning.js';
import { byName, own } from '../named.js';
import type { Plan, PlanSecret, StoredSource, StoreRef } from '../plan.js';
import { commandsOf } from '../secret-types/index.js';
import { canonicalSpec } from '../stores/canonical-spec.js';
import { withoutCredentials } from '../stores/hidden-parts.js';
import { projectStores, type StoreTable } from '../stores/store-table.js';
import { parseStoreUri } from '../stores/store-uri.js';
import { leafBehind, sourcesBehind } from '../stores/stores-behind.js';
import { templateText } from '../template-text.js';
import { type Chain, ChainPowers, shownRef } from './chain-powers.js';
import { GrantedPowers, type Use } from './granted-powers.js';
import { changesPrograms } from './loading-variables.js';
import type { GrantedPower, Power } from './power.js';

/** Sorted. Secrets by name, profiles in the order of the plan. */
export function powersOf(plan: Plan): readonly GrantedPower[] {
  const held = new GrantedPowers();
  const stores = new ChainPowers(projectStores(plan.stores));
  for (const secret of Object.keys(plan.secrets).sort(byName)) {
    for (const meaning of own(plan.secrets, secret) ?? []) {
      for (const [chain, profiles] of chainsOf(plan, meaning)) {
        const use: Use = { secret, profiles };
        if (changesPrograms(secret)) held.add(variablePower(plan, secret, meaning, profiles), use);
        if (meaning.source.kind !== 'stored') continue;
        held.addAll(stores.ofChain(chain, makes(meaning.source)), use);
        for (const command of commandsIn(meaning.source)) held.add({ kind: 'command', command, secrets: [] }, use);
      }
    }
  }
  return held.all();
}

/** An empty chain is the user's default store, or that of a secret that is not stored. */
function chainsOf(plan: Plan, meaning: PlanSecret): readonly (readonly [Chain, readonly string[]])[] {
  const { source } = meaning;
  const profiles = profilesOf(plan, meaning);
  if (source.kind === 'stored' && source.route !== 'profile') return [[source.route, profiles]];
  const chains = new Map<Chain | null, string[]>();
  for (const profile of profiles) {
    const route = own(plan.profiles, profile)?.route ?? null;
    const known = chains.get(route);
    if (known === undefined) chains.set(route, [profile]);
    else known.push(profile);
  }
  return [...chains].map(([route, held]) => [route ?? [], held]);
}

function makes({ whenMissing }: StoredSource): boolean {
  return whenMissing.kind === 'generate' || whenMissing.kind === 'prompt';
}

function commandsIn({ whenMissing }: StoredSource): readonly string[] {
  return whenMissing.kind === 'generate' ? commandsOf(whenMissing.type, whenMissing.options) : [];
}

function variablePower(plan: Plan, name: string, meaning: PlanSecret, profiles: readonly string[]): Power {
  const { source } = meaning;
  const text =
    source.kind === 'composed'
      ? templateText(source.parts)
      : source.kind === 'stored' && source.whenMissing.kind === 'default'
        ? source.whenMissing.text
        : null;
  return { kind: 'variable', name, from: { stores: storesOf(plan, meaning, profiles[0] ?? ''), text } };
}

/** For a derived secret, those of its source. */
function storesOf(plan: Plan, meaning: PlanSecret, profile: string): readonly (string | null)[] {
  const seen = new Set<PlanSecret>();
  let from: PlanSecret | null = meaning;
  while (from?.source.kind === 'derived' && !seen.has(from)) {
    seen.add(from);
    from = meaningIn(plan, profile, from.source.from);
  }
  if (from?.source.kind !== 'stored') return [];
  const { route } = from.source;
  const chain = route === 'profile' ? (own(plan.profiles, profile)?.route ?? []) : route;
  const stores = projectStores(plan.stores);
  return chain.length === 0
    ? [null]
    : chain.flatMap((ref) => sourcesBehind(ref, stores)).map((ref) => meant(ref, stores));
}

/** The store itself: another name of an alias does not change what is loaded. */
function meant(ref: StoreRef, stores: StoreTable): string {
  const spec = leafBehind(ref, stores)?.spec ?? shownRef(ref);
  const uri = parseStoreUri(spec);
  return withoutCredentials(uri.kind === 'malformed' ? spec : canonicalSpec(uri));
}
